#include "xenotime/proto/convert/preset_textproto.h"

#include <string>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

std::string ErrorOf(const std::string& text) {
  const auto preset = ParsePresetTextproto(text, "f");
  return preset.ok() ? "" : std::string(preset.status().message());
}

TEST(PresetTextprotoTest, EveryFieldArrives) {
  const auto preset = ParsePresetTextproto(
      "name: 'n' description: 'd' meeting { sockets: 2 dies: 3 cores: 4 "
      "threads: 2 line_same_core: 1 line_same_die: 2 line_other_die: 3 "
      "line_other_socket: 4 locked: 5 tsc_read: 6 tsc_write: 7 tsc_lead: 8 "
      "platform_read: 9 cold_exit: 10 ipi: 11 noise: 12 }",
      "f");
  ASSERT_TRUE(preset.ok()) << preset.status();
  EXPECT_EQ(preset->name, "n");
  EXPECT_EQ(preset->description, "d");
  const MachineModel& model = preset->meeting;
  EXPECT_EQ(model.name, "n");
  EXPECT_EQ(model.cpus(), 48u);
  EXPECT_EQ(model.line_same_core, 1);
  EXPECT_EQ(model.line_same_die, 2);
  EXPECT_EQ(model.line_other_die, 3);
  EXPECT_EQ(model.line_other_socket, 4);
  EXPECT_EQ(model.locked, 5);
  EXPECT_EQ(model.tsc_read, 6);
  EXPECT_EQ(model.tsc_write, 7);
  EXPECT_EQ(model.tsc_lead, 8);
  EXPECT_EQ(model.platform_read, 9);
  EXPECT_EQ(model.cold_exit, 10);
  EXPECT_EQ(model.ipi, 11);
  EXPECT_EQ(model.noise, 12);
}

TEST(PresetTextprotoTest, AnErrorNamesThePlaceOrTheField) {
  EXPECT_EQ(ErrorOf("name: \"n\"\nmeeting { coers: 2 }").rfind("f:2:", 0), 0u);
  EXPECT_EQ(ErrorOf("meeting { noise: -1 }"),
            "f: meeting.noise: -1 cycles is not valid; give 0..1000000000");
  EXPECT_EQ(
      ErrorOf("meeting { cores: 2 }").rfind("f: meeting.line_same_die", 0), 0u);
  EXPECT_EQ(
      ErrorOf("meeting { cores: 65 }").rfind("f: meeting.topology: 65", 0), 0u);
  EXPECT_EQ(ErrorOf("meeting { sockets: 4294967295 cores: 2 }")
                .rfind("f: meeting.topology", 0),
            0u);
}

}  // namespace
}  // namespace xenotime

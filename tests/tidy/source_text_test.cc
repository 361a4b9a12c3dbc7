#include "xenotime/tests/tidy/source_text.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

std::string CodeOf(const std::string& line) {
  return SourceText("a.cc", line + "\n").code.at(0);
}

TEST(SourceTextTest, BlanksCommentsAndLiterals) {
  EXPECT_EQ(CodeOf("int x;  // double"), "int x;           ");
  EXPECT_EQ(CodeOf("f(\"double\");"), "f(\"      \");");
  EXPECT_EQ(CodeOf("f(\"a\\\"b\");"), "f(\"    \");");
  EXPECT_EQ(CodeOf("f('{');"), "f(' ');");
  EXPECT_EQ(CodeOf("x = 1'000 + 2'000;"), "x = 1'000 + 2'000;");
  EXPECT_EQ(CodeOf("a /* { */ b"), "a         b");
}

TEST(SourceTextTest, BlanksRawStringsOverLines) {
  const SourceText source("a.cc", "f(R\"(one {\ntwo)\");\ng();\n");
  ASSERT_EQ(source.lines.size(), 3u);
  EXPECT_EQ(source.code[0].find('{'), std::string::npos);
  EXPECT_EQ(source.code[2], "g();");
}

TEST(SourceTextTest, LeavesOtherFilesAsTheyAre) {
  EXPECT_EQ(SourceText("BUILD", "a = \"//b\"\n").code[0], "a = \"//b\"");
}

TEST(SourceTextTest, KnowsItsFolder) {
  const SourceText source("scheduler/core/a.h", "");
  EXPECT_TRUE(source.In("scheduler"));
  EXPECT_TRUE(source.In("scheduler/core"));
  EXPECT_FALSE(source.In("scheduler/co"));
  EXPECT_TRUE(source.IsHeader());
}

TEST(SourceTextTest, FindsWholeWordsOnly) {
  EXPECT_TRUE(HasWord("x = rand();", "rand"));
  EXPECT_FALSE(HasWord("x = operand();", "rand"));
  EXPECT_FALSE(HasWord("x = random();", "rand"));
  EXPECT_TRUE(HasWord("operand + rand", "rand"));
  EXPECT_TRUE(HasWord("#include <mutex>", "<mutex>"));
}

TEST(FunctionsOfTest, MeasuresBodies) {
  const SourceText source("a.cc",
                          "namespace x {\n"
                          "int f() {\n"
                          "  return 1;\n"
                          "}\n"
                          "\n"
                          "class C {\n"
                          "  void g() { h(); }\n"
                          "  int a[2] = {1, 2};\n"
                          "};\n"
                          "\n"
                          "void C::Long(int a,\n"
                          "             int b) {\n"
                          "  if (a) {\n"
                          "    b = 1;\n"
                          "  }\n"
                          "}\n"
                          "}  // namespace x\n");
  const std::vector<FunctionExtent> functions = FunctionsOf(source);
  ASSERT_EQ(functions.size(), 3u);
  EXPECT_EQ(functions[0].line, 2);
  EXPECT_EQ(functions[0].length, 3);
  EXPECT_EQ(functions[1].length, 1);
  EXPECT_EQ(functions[2].line, 11);
  EXPECT_EQ(functions[2].length, 6);
}

TEST(FunctionsOfTest, DoesNotTakeAClassForAFunction) {
  const SourceText source("a.h",
                          "class alignas(128) C final\n"
                          "    : public B {\n"
                          " public:\n"
                          "  C() : b_(1) {}\n"
                          "};\n"
                          "template <typename T>\n"
                          "struct D {\n"
                          "  int a;\n"
                          "};\n"
                          "template <typename T>\n"
                          "T Of(T t) {\n"
                          "  return t;\n"
                          "}\n");
  const std::vector<FunctionExtent> functions = FunctionsOf(source);
  ASSERT_EQ(functions.size(), 2u);
  EXPECT_EQ(functions[0].length, 1);
  EXPECT_EQ(functions[1].line, 10);
  EXPECT_EQ(functions[1].length, 4);
}

TEST(FunctionsOfTest, IsNotConfusedByBracesInLiterals) {
  const SourceText source("a.cc",
                          "void f() {\n  g(\"{{{\");\n}\nvoid h() {\n}\n");
  ASSERT_EQ(FunctionsOf(source).size(), 2u);
  EXPECT_EQ(FunctionsOf(source)[0].length, 3);
}

}  // namespace
}  // namespace xenotime

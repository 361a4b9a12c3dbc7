#ifndef XENOTIME_PROTO_CONVERT_FIELD_TABLE_H_
#define XENOTIME_PROTO_CONVERT_FIELD_TABLE_H_

#include <cstddef>
#include <cstdint>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "xenotime/time/types.h"

namespace xenotime {

// A scalar of a message and its counterpart in a plain struct, so that one
// table serves both directions of a conversion.
template <typename Struct, typename Value>
struct Field {
  const char* name;  // of the message's field, which has presence
  Value Struct::*member;
};

// How a C++ type is stored: spans of time as int64 nanoseconds, counts as
// uint32.
inline void GetValue(const google::protobuf::Message& message,
                     const google::protobuf::FieldDescriptor* field,
                     Duration& value) {
  value = Duration(message.GetReflection()->GetInt64(message, field));
}
inline void PutValue(google::protobuf::Message& message,
                     const google::protobuf::FieldDescriptor* field,
                     Duration value) {
  message.GetReflection()->SetInt64(&message, field, value.ns());
}
inline void GetValue(const google::protobuf::Message& message,
                     const google::protobuf::FieldDescriptor* field,
                     uint32_t& value) {
  value = message.GetReflection()->GetUInt32(message, field);
}
inline void PutValue(google::protobuf::Message& message,
                     const google::protobuf::FieldDescriptor* field,
                     uint32_t value) {
  message.GetReflection()->SetUInt32(&message, field, value);
}

// Takes over the fields that the message has; the others stay.
template <typename Struct, typename Value, size_t kCount>
void ReadFields(const google::protobuf::Message& message,
                const Field<Struct, Value> (&table)[kCount], Struct& out) {
  for (const Field<Struct, Value>& entry : table) {
    const auto* field = message.GetDescriptor()->FindFieldByName(entry.name);
    if (message.GetReflection()->HasField(message, field)) {
      GetValue(message, field, out.*entry.member);
    }
  }
}

// Sets the fields whose values differ from those of a fresh Struct.
template <typename Struct, typename Value, size_t kCount>
void WriteFields(const Struct& in, const Field<Struct, Value> (&table)[kCount],
                 google::protobuf::Message& message) {
  const Struct defaults;
  for (const Field<Struct, Value>& entry : table) {
    if (in.*entry.member == defaults.*entry.member) continue;
    PutValue(message, message.GetDescriptor()->FindFieldByName(entry.name),
             in.*entry.member);
  }
}

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_FIELD_TABLE_H_

"""What a WORKSPACE written for rules_proto calls. The installed protobuf needs neither."""

def rules_proto_dependencies():
    pass

def rules_proto_toolchains():
    pass

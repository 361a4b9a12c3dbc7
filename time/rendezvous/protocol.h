#ifndef XENOTIME_TIME_RENDEZVOUS_PROTOCOL_H_
#define XENOTIME_TIME_RENDEZVOUS_PROTOCOL_H_

#include "xenotime/time/memory/task.h"
#include "xenotime/time/rendezvous/five_rounds.h"
#include "xenotime/time/rendezvous/max_stamp.h"
#include "xenotime/time/rendezvous/rendezvous.h"
#include "xenotime/time/rendezvous/rules.h"
#include "xenotime/time/rendezvous/single_barrier.h"

namespace xenotime {

// (g): everybody takes the one pair that the initiator has read.
template <typename Cpu>
Task NopRendezvous(Cpu&, RendezvousSetting setting, CalibrationRecord& record) {
  record = {.local_tsc = setting.master_tsc,
            .local_stime = setting.master_stime,
            .master_stime = setting.master_stime};
  co_return;
}

// What one CPU does in a rendezvous of this form. `block` and `record` must
// outlive the task; the block is fresh. One of the CPUs is the master.
template <typename Rules = RendezvousRules, typename Cpu>
Task Rendezvous(RendezvousForm form, bool is_master, Cpu& cpu,
                RendezvousBlock<typename Cpu::Word>& block,
                const RendezvousSetting& setting, CalibrationRecord& record) {
  switch (form) {
    case RendezvousForm::kMasterKeeps:
      return is_master
                 ? MasterKeeps<Rules>(cpu, block, setting, record)
                 : SlaveOfMasterWhoKeeps<Rules>(cpu, block, setting, record);
    case RendezvousForm::kAllWrite:
    case RendezvousForm::kIfNeeded:
      return AllWrite<Rules>(form, is_master, cpu, block, setting, record);
    case RendezvousForm::kFiveRounds:
      return is_master ? FiveRoundsMaster<Rules>(cpu, block, setting, record)
                       : FiveRoundsSlave<Rules>(cpu, block, setting, record);
    case RendezvousForm::kMaxStamp:
      return is_master ? MaxStampMaster<Rules>(cpu, block, setting, record)
                       : MaxStampSlave<Rules>(cpu, block, setting, record);
    case RendezvousForm::kStd:
      return StdRendezvous<Rules>(is_master, cpu, block, setting, record);
    case RendezvousForm::kNop:
      return NopRendezvous(cpu, setting, record);
  }
  return Task();
}

}  // namespace xenotime

#endif  // XENOTIME_TIME_RENDEZVOUS_PROTOCOL_H_

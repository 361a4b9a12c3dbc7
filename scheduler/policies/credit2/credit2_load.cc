// Load averages of run queues and units (credit2.md, 9.1).

#include "xenotime/scheduler/policies/credit2/credit2_policy.h"

namespace xenotime {

// Averages what was up to now, then counts the change.
void Credit2Policy::UpdateLoad(Runqueue& rq, int change, Instant now) const {
  const int64_t units = credit2::LoadScale::UnitsAt(now);
  if (scale_.Forgotten(rq.load_last, units)) {
    rq.avgload = scale_.FromLoad(rq.load);
    rq.b_avgload = rq.avgload;
  } else if (const int64_t passed = units - rq.load_last; passed > 0) {
    rq.avgload = scale_.Advance(rq.avgload, rq.load, passed);
    rq.b_avgload = scale_.Advance(rq.b_avgload, rq.load, passed);
  }
  rq.load += change;
  rq.load_last = units;
}

void Credit2Policy::UpdateLoad(Unit& unit, bool loaded, Instant now) const {
  const int64_t units = credit2::LoadScale::UnitsAt(now);
  const int64_t load = loaded ? 1 : 0;
  if (scale_.Forgotten(unit.load_last, units)) {
    unit.avgload = scale_.FromLoad(load);
  } else if (const int64_t passed = units - unit.load_last; passed > 0) {
    unit.avgload = scale_.Advance(unit.avgload, load, passed);
  }
  unit.load_last = units;
}

// A unit counts by what it was before it changed.
void Credit2Policy::CountWake(Runqueue& rq, Unit& unit, Instant now) {
  UpdateLoad(rq, +1, now);
  UpdateLoad(unit, false, now);
}

void Credit2Policy::CountSleep(Runqueue& rq, Unit& unit, Instant now) {
  UpdateLoad(rq, -1, now);
  UpdateLoad(unit, true, now);
}

}  // namespace xenotime

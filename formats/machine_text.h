#ifndef XENOTIME_FORMATS_MACHINE_TEXT_H_
#define XENOTIME_FORMATS_MACHINE_TEXT_H_

#include "xenotime/formats/line_cursor.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// What a machine is and how it is used, as the scenario format says it
// (docs/scenario-format.md): the rest of a line each. What is wrong fails the
// line. Thread rule: pure.

// topology S C T
void ReadTopology(LineCursor& line, TopologyShape& shape);
// vwfi trap|yield|native
Vwfi ReadVwfi(LineCursor& line);
// granularity cpu|core|socket
SchedGran ReadGranularity(LineCursor& line);

}  // namespace xenotime

#endif  // XENOTIME_FORMATS_MACHINE_TEXT_H_

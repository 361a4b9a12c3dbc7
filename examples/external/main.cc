#include <iostream>

#include "time/types.h"
#include "xenotime/time/types.h"

int main() {
  const external_example::Lap lap{.number = 3, .seconds = 1.5};
  const xenotime::Duration duration(static_cast<int64_t>(lap.seconds * 1e9));
  std::cout << "lap " << lap.number << ": " << duration.ns() << " ns\n";
}

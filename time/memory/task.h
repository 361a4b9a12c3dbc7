#ifndef XENOTIME_TIME_MEMORY_TASK_H_
#define XENOTIME_TIME_MEMORY_TASK_H_

#include <coroutine>
#include <cstdlib>
#include <utility>

namespace xenotime {

// What one CPU does in a protocol: a coroutine that stops at each access to
// memory or to a clock.
//
// Why: a protocol is written once, as a function template over the CPU that
// executes it. On a real thread no access stops, and Resume runs the protocol
// to its end; in a model, the access is carried out between two Resumes, when
// and with the result that the model chooses (docs/design/005-rendezvous.md).
//
// Ownership: owns the coroutine's frame. Thread rule: one thread at a time.
class [[nodiscard]] Task {
 public:
  struct promise_type {
    Task get_return_object() {
      return Task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    // Protocols do not throw.
    void unhandled_exception() noexcept { std::abort(); }
  };

  Task() = default;
  Task(Task&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(frame_, other.frame_);
    return *this;
  }
  ~Task() {
    if (frame_) frame_.destroy();
  }

  // Goes on up to the next access that stops, or to the end.
  // REQUIRES: !done().
  void Resume() { frame_.resume(); }
  bool done() const { return frame_.done(); }

 private:
  explicit Task(std::coroutine_handle<promise_type> frame) : frame_(frame) {}

  std::coroutine_handle<promise_type> frame_;
};

// A result that is there when it is awaited; void: an access that is done.
template <typename T>
struct Ready {
  T value;
  constexpr bool await_ready() const noexcept { return true; }
  constexpr void await_suspend(std::coroutine_handle<>) const noexcept {}
  constexpr T await_resume() const noexcept { return value; }
};
template <>
struct Ready<void> {
  constexpr bool await_ready() const noexcept { return true; }
  constexpr void await_suspend(std::coroutine_handle<>) const noexcept {}
  constexpr void await_resume() const noexcept {}
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_MEMORY_TASK_H_

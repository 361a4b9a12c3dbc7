#ifndef XENOTIME_SCHEDULER_QUEUE_LINKED_LIST_H_
#define XENOTIME_SCHEDULER_QUEUE_LINKED_LIST_H_

#include "xenotime/scheduler/core/ids.h"

namespace xenotime {

// The links of one element of a LinkedList.
template <typename IdType>
struct ListLink {
  IdType previous;
  IdType next;
  bool linked = false;
};

// A doubly linked list of ids whose links live in the elements' own state, so
// that queueing touches nothing else. Policies break ties by position, which
// is why insertion is always "before this one" or at an end.
//
// `links(id)` gives an element's ListLink&; it must be the same function in all
// calls on one list. An id is in at most one list per link. All operations are
// O(1). Thread rule: guarded by whoever guards the list and its elements.
template <typename IdType>
class LinkedList {
 public:
  bool empty() const { return !front_.valid(); }
  IdType front() const { return front_; }
  IdType back() const { return back_; }

  template <typename Links>
  void PushFront(IdType id, Links links) {
    InsertBefore(front_, id, links);
  }
  template <typename Links>
  void PushBack(IdType id, Links links) {
    InsertBefore(IdType::None(), id, links);
  }

  // Before `position`, or at the end if that is None.
  template <typename Links>
  void InsertBefore(IdType position, IdType id, Links links) {
    ListLink<IdType>& link = links(id);
    link.linked = true;
    link.next = position;
    link.previous = position.valid() ? links(position).previous : back_;
    (link.previous.valid() ? links(link.previous).next : front_) = id;
    (position.valid() ? links(position).previous : back_) = id;
  }

  template <typename Links>
  void Remove(IdType id, Links links) {
    ListLink<IdType>& link = links(id);
    (link.previous.valid() ? links(link.previous).next : front_) = link.next;
    (link.next.valid() ? links(link.next).previous : back_) = link.previous;
    link = {};
  }

 private:
  IdType front_;
  IdType back_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_QUEUE_LINKED_LIST_H_

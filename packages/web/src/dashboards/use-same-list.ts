/** The same array as long as it has the same members in the same order. */

import { useState } from 'react'

export function useSameList<T>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list)
  if (kept === list || (kept.length === list.length && kept.every((one, index) => one === list[index]))) return kept
  setKept(list)
  return list
}

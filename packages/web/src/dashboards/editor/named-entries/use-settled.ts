/** A value that follows another one once that rests, for requests while the user types. */

import { useEffect, useState } from 'react'

/** Ms without a change. */
const restMs = 300

export function useSettled<T extends string | null>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** State that is open in the editor. It stays open when its id changes, also by undo, or when another becomes the root. */

import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import { rootStateId, type StateEntry } from '@sonde/model/dashboards/dashboard-states'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'

interface Address {
  readonly states: readonly StateEntry[]
  readonly onStates: (states: readonly StateEntry[]) => void
}

/** Returns the stack to show; the address follows it. */
export function useOpenState(configuration: DashboardConfiguration, { states, onStates }: Address) {
  const ids = Object.keys(configuration.states)
  const top = states.at(-1)
  const [last, setLast] = useState(() => ({ address: states, ids, id: idIn(configuration, top) }))
  let next = last
  if (states !== last.address) next = { address: states, ids, id: idIn(configuration, top) }
  else if (ids.join('\n') !== last.ids.join('\n')) next = { ...last, ids, id: movedId(last, configuration) }
  if (next !== last) setLast(next)

  const { id } = next
  const isFollowed = top?.id === id
  const stack = useMemo(
    () => (isFollowed ? states : [...states.slice(0, -1), { id, params: states.at(-1)?.params ?? {} }]),
    [isFollowed, states, id],
  )
  const follow = useEffectEvent(() => onStates(stack))
  const isForeign = !isFollowed && top !== undefined && top.id !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the open state is written to the address
  useEffect(() => {
    if (isForeign) follow()
  }, [isForeign, id])
  return stack
}

const idIn = (configuration: DashboardConfiguration, entry: StateEntry | undefined): string => {
  const id = entry?.id ?? null
  return id !== null && Object.hasOwn(configuration.states, id) ? id : rootStateId(configuration)
}

/** State that has replaced the open one. By position only if several differ: IDs that are whole numbers come first in JSON. */
function movedId(
  last: { readonly ids: readonly string[]; readonly id: string },
  configuration: DashboardConfiguration,
) {
  const ids = Object.keys(configuration.states)
  if (ids.includes(last.id)) return last.id
  const added = ids.filter((id) => !last.ids.includes(id))
  const at = last.ids.indexOf(last.id)
  const moved = ids.length === last.ids.length ? (added.length === 1 ? added[0] : ids[at]) : undefined
  return moved ?? rootStateId(configuration)
}

/** A device's value as React state. */

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useObservable } from '../../ui/observable.ts'
import { isForbidden } from './call-failure.ts'
import type { ControlStatus } from './control-frame.tsx'
import { createRemoteValue, type RemoteState, type RemoteValue, type RemoteValueDeps } from './remote-value.ts'
import type { TargetDevice } from './use-target.ts'

interface RemoteValueUse<T> extends Pick<RemoteValue<T>, 'set'> {
  readonly now: RemoteState<T>
  readonly status: ControlStatus
  /** The caller may not control the device. */
  readonly isLocked: boolean
}

interface RemoteValueParts<T> extends Pick<RemoteValueDeps<T>, 'initial' | 'read'> {
  /** Undefined: the value isn't set here. */
  readonly write?: RemoteValueDeps<T>['write']
  /** Reads a value that the live connection delivered, from its text. Undefined: it delivers none. */
  readonly parse?: (text: string) => Promise<T>
}

/** Reads the value first, and again when the device comes back. */
export function useRemoteValue<T>(parts: RemoteValueParts<T>, { isOffline, value }: TargetDevice): RemoteValueUse<T> {
  const latest = useRef(parts)
  latest.current = parts
  const [remote] = useState(() =>
    createRemoteValue<T>({
      initial: parts.initial,
      read: parts.read && (async (signal) => latest.current.read?.(signal) ?? latest.current.initial),
      write: async (next, signal) => latest.current.write?.(next, signal),
    }),
  )
  const now = useObservable(remote.state)
  const onReport = useEffectEvent(async (text: string) => {
    const { parse } = latest.current
    if (!parse) return
    try {
      remote.receive(await parse(text))
    } catch (error) {
      remote.fail(error)
    }
  })
  const text = value && value.ts > 0 ? value.value : undefined
  const ts = value?.ts
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same value at a later time is a report too
  useEffect(() => {
    if (text !== undefined) void onReport(text)
  }, [text, ts])

  useEffect(() => {
    remote.read()
    return remote.close
  }, [remote])

  const wasOffline = useRef(isOffline)
  useEffect(() => {
    if (wasOffline.current && !isOffline) remote.read()
    wasOffline.current = isOffline
  }, [remote, isOffline])

  const error = now.failure?.error ?? null
  return {
    set: remote.set,
    now,
    isLocked: isForbidden(error),
    status: { phase: now.phase, error, isOffline, onRetry: remote.retry },
  }
}

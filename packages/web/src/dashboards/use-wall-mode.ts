/**
 * Wall mode: full screen, walking through the states of the dashboard. Pauses while someone uses pointer or keyboard;
 * leaving full screen ends it.
 */

import type { StateEntry } from '@sonde/model/dashboards/dashboard-states'
import { useEffect, useEffectEvent, useState } from 'react'
import type { FullScreen } from './use-full-screen.ts'

export interface WallMode {
  readonly isOn: boolean
  /** Someone uses pointer or keyboard: the toolbar is shown. */
  readonly isPaused: boolean
  /** `everyMs`: how long each state is shown. */
  readonly start: (everyMs: number) => void
}

/** Time without pointer and keyboard after which the walk goes on. */
const idleMs = 5000
const activities = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const

interface WallParts {
  /** States to walk through. */
  readonly stateIds: readonly string[]
  readonly openId: string
  readonly onStack: (stack: readonly StateEntry[]) => void
  readonly fullScreen: FullScreen
}

export function useWallMode({ stateIds, openId, onStack, fullScreen }: WallParts): WallMode {
  const [everyMs, setEveryMs] = useState<number | null>(null)
  const [isPaused, setPaused] = useState(false)
  const isOn = everyMs !== null && fullScreen.isOn

  // Wall mode begins before the screen is full, and ends after that.
  const [wasFull, setWasFull] = useState(false)
  if (wasFull !== fullScreen.isOn) {
    setWasFull(fullScreen.isOn)
    if (wasFull) setEveryMs(null)
  }

  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function onActivity() {
      clearTimeout(timer)
      setPaused(true)
      timer = setTimeout(() => setPaused(false), idleMs)
    }
    for (const name of activities) document.addEventListener(name, onActivity, { passive: true })
    return () => {
      clearTimeout(timer)
      setPaused(false)
      for (const name of activities) document.removeEventListener(name, onActivity)
    }
  }, [isOn])

  const goOn = useEffectEvent(() => {
    const next = stateIds[(stateIds.indexOf(openId) + 1) % stateIds.length]
    if (next !== undefined && next !== openId) onStack([{ id: next, params: {} }])
  })
  useEffect(() => {
    if (!isOn || isPaused || everyMs === null) return
    const timer = setInterval(() => goOn(), everyMs)
    return () => clearInterval(timer)
  }, [isOn, isPaused, everyMs])

  return {
    isOn,
    isPaused,
    start(next) {
      setEveryMs(next)
      if (!fullScreen.isOn) fullScreen.toggle()
    },
  }
}

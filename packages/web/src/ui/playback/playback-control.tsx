/**
 * Plays a past time range: to start, back, play or pause, forward, to end, a slider and the speed.
 *
 * Playback advances one step per tick and stops at the end. Any other change of the position pauses it. On the slider,
 * arrow keys step, Space plays and pauses, Home and End go to the ends.
 */

import { LabeledGroup } from '../field/field-group.tsx'
import './playback.css'
import { ChevronFirst, ChevronLast, Pause, Play, StepBack, StepForward } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../button/button.tsx'
import { useFormat } from '../format/use-format.ts'
import {
  afterElapsed,
  afterTick,
  neighbour,
  type PlaybackSpeed,
  playbackSpeeds,
  playbackStepMs,
  tickMs,
  within,
} from './playback-steps.ts'

export interface PlaybackControlProps {
  /** Null: no data to play. */
  readonly range: { readonly minMs: number; readonly maxMs: number } | null
  /** Current position, epoch ms. */
  readonly value: number
  readonly onChange: (ms: number) => void
  readonly stepMs?: number
  /** Epoch ms, ascending; if given, the buttons jump between them. */
  readonly anchors?: readonly number[]
  readonly timeZone?: string
  /** Advances with each frame rather than step by step, unless the user prefers reduced motion. */
  readonly isSmooth?: boolean
}

/** Keys of the slider: a step, or to the next anchor, like the buttons. */
const arrows: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

const icon = { size: 18, strokeWidth: 1.75 } as const

export function PlaybackControl({
  range: given,
  value,
  onChange,
  stepMs = playbackStepMs,
  anchors,
  timeZone,
  isSmooth = false,
}: PlaybackControlProps) {
  const t = useText()
  const format = useFormat(timeZone)
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<PlaybackSpeed>(1)
  const range = { minMs: given?.minMs ?? 0, maxMs: given?.maxMs ?? 0, stepMs, anchors }
  const isEmpty = given === null
  const at = within(value, range)
  const isAtEnd = at >= range.maxMs
  // At 25 ticks per second, a tick may come before the previous one has rendered.
  const position = useRef(at)
  position.current = at

  const moveTo = useEffectEvent((next: number) => {
    position.current = next
    onChange(next)
    if (next >= range.maxMs) setPlaying(false)
  })
  const tick = useEffectEvent(() => moveTo(afterTick(position.current, range)))
  const advance = useEffectEvent((elapsedMs: number, times: PlaybackSpeed) =>
    moveTo(afterElapsed(position.current, elapsedMs, times, range)),
  )
  useEffect(() => {
    if (!isPlaying || isEmpty) return
    if (isSmooth && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      let before: number | null = null
      const frame = (now: number) => {
        handle = requestAnimationFrame(frame)
        if (before !== null) advance(now - before, speed)
        before = now
      }
      let handle = requestAnimationFrame(frame)
      return () => cancelAnimationFrame(handle)
    }
    const timer = setInterval(() => tick(), tickMs(speed))
    return () => clearInterval(timer)
  }, [isPlaying, isEmpty, speed, isSmooth])

  function goTo(ms: number) {
    setPlaying(false)
    onChange(within(ms, range))
  }

  const shown = isEmpty ? t('inputs.playbackEmpty') : format.dateTime(at)
  return (
    <LabeledGroup className="sd-playback" label={t('inputs.playback')}>
      <div className="sd-playback-buttons">
        <IconButton
          label={t('inputs.toStart')}
          icon={<ChevronFirst {...icon} />}
          disabled={isEmpty || at <= range.minMs}
          onClick={() => goTo(range.minMs)}
        />
        <IconButton
          label={t('inputs.stepBack')}
          icon={<StepBack {...icon} />}
          disabled={isEmpty || at <= range.minMs}
          onClick={() => goTo(neighbour(at, -1, range))}
        />
        <IconButton
          label={t(isPlaying ? 'inputs.pause' : 'inputs.play')}
          icon={isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
          disabled={isEmpty || (isAtEnd && !isPlaying)}
          onClick={() => setPlaying(!isPlaying)}
        />
        <IconButton
          label={t('inputs.stepOn')}
          icon={<StepForward {...icon} />}
          disabled={isEmpty || isAtEnd}
          onClick={() => goTo(neighbour(at, 1, range))}
        />
        <IconButton
          label={t('inputs.toEnd')}
          icon={<ChevronLast {...icon} />}
          disabled={isEmpty || isAtEnd}
          onClick={() => goTo(range.maxMs)}
        />
      </div>
      <input
        type="range"
        className="sd-slider"
        aria-label={t('inputs.playbackPosition')}
        aria-valuetext={shown}
        min={range.minMs}
        max={range.maxMs}
        // The position of a smooth playback may be between two steps.
        step={isSmooth ? 1 : stepMs}
        value={at}
        disabled={isEmpty}
        onChange={(event) => goTo(event.target.valueAsNumber)}
        onKeyDown={(event) => {
          const direction = arrows[event.key]
          if (event.key === ' ') setPlaying(!isPlaying && !isAtEnd)
          else if (direction) goTo(neighbour(at, direction, range))
          else return
          event.preventDefault()
        }}
      />
      <span className="sd-playback-time sd-num">{shown}</span>
      <label className="sd-playback-speed">
        <span className="sd-hidden-text">{t('inputs.speed')}</span>
        <span className="sd-input sd-select">
          <select
            className="sd-num"
            value={speed}
            disabled={isEmpty}
            onChange={(event) => setSpeed(playbackSpeeds.find((one) => one === Number(event.target.value)) ?? 1)}
          >
            {playbackSpeeds.map((one) => (
              <option key={one} value={one}>
                {t('inputs.speedTimes', { speed: one })}
              </option>
            ))}
          </select>
        </span>
      </label>
    </LabeledGroup>
  )
}

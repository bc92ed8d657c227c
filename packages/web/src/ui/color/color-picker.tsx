/** Color picker: a saturation and brightness square, hue and opacity sliders, a text field and a palette. */

import { LabeledGroup } from '../field/field-group.tsx'
import './color.css'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { TextField } from '../field/text-field.tsx'
import { type Hsva, palette, readColor, writeColor } from './color.ts'

interface ColorPickerProps {
  /** CSS color; text that can't be parsed starts at black. */
  readonly value: string
  /** Called with `#rrggbb`, or `rgba(…)` when not opaque. */
  readonly onChange: (color: string) => void
}

const black: Hsva = { h: 0, s: 0, v: 0, a: 1 }
/** Change per arrow key press, as a fraction of the full range. */
const keyStep = 0.02

export function ColorPicker({ value, onChange }: ColorPickerProps) {
  const t = useText()
  const id = useId()
  // Stored separately from the text: the text of black or white has neither hue nor saturation.
  const [color, setColor] = useState<Hsva>(() => readColor(value) ?? black)
  const [text, setText] = useState(value)
  const reported = useRef(value)
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setText(value)
    setColor((now) => readColor(value) ?? now)
  }, [value])

  function become(part: Partial<Hsva>) {
    const next = { ...color, ...part }
    const written = writeColor(next)
    reported.current = written
    setColor(next)
    setText(written)
    onChange(written)
  }

  function type(next: string) {
    setText(next)
    const read = readColor(next)
    if (!read) return
    setColor(read)
    reported.current = writeColor(read)
    onChange(reported.current)
  }

  const opaque = writeColor({ ...color, a: 1 })
  return (
    <div className="sd-color-picker">
      <ColorSquare color={color} onChange={become} />
      <label className="sd-color-slider" htmlFor={`${id}-hue`}>
        <span>{t('inputs.hue')}</span>
        <input
          id={`${id}-hue`}
          type="range"
          className="sd-hue"
          min={0}
          max={359}
          value={Math.round(color.h)}
          onChange={(event) => become({ h: event.target.valueAsNumber })}
        />
      </label>
      <label className="sd-color-slider" htmlFor={`${id}-opacity`}>
        <span>{t('inputs.opacity')}</span>
        <input
          id={`${id}-opacity`}
          type="range"
          className="sd-opacity"
          style={{ color: opaque }}
          min={0}
          max={100}
          value={Math.round(color.a * 100)}
          aria-valuetext={`${Math.round(color.a * 100)} %`}
          onChange={(event) => become({ a: event.target.valueAsNumber / 100 })}
        />
      </label>
      <TextField
        label={t('inputs.colorText')}
        isMono
        value={text}
        onChange={type}
        error={readColor(text) ? undefined : t('inputs.colorInvalid')}
        icon={<Swatch color={writeColor(color)} />}
      />
      <LabeledGroup className="sd-color-choices" label={t('inputs.palette')}>
        {palette.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={one}
            aria-pressed={one === opaque && color.a === 1}
            style={{ background: one }}
            onClick={() => type(one)}
          />
        ))}
      </LabeledGroup>
    </div>
  )
}

/** Color sample; a checkerboard shows through where the color is transparent. */
export function Swatch({ color }: { color: string }) {
  return (
    <span className="sd-swatch" aria-hidden>
      <i style={{ background: color }} />
    </span>
  )
}

function ColorSquare({ color, onChange }: { color: Hsva; onChange: (part: Partial<Hsva>) => void }) {
  const t = useText()
  function pick(event: PointerEvent<HTMLElement>) {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const part = (value: number) => Math.max(0, Math.min(value, 1))
    onChange({ s: part((event.clientX - left) / width), v: 1 - part((event.clientY - top) / height) })
  }
  function onKeyDown(event: KeyboardEvent) {
    const by = {
      ArrowLeft: { s: -keyStep },
      ArrowRight: { s: keyStep },
      ArrowDown: { v: -keyStep },
      ArrowUp: { v: keyStep },
    }[event.key] as { s?: number; v?: number } | undefined
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    const within = (value: number) => Math.max(0, Math.min(value, 1))
    onChange({ s: within(color.s + (by.s ?? 0)), v: within(color.v + (by.v ?? 0)) })
  }
  const percent = (value: number) => Math.round(value * 100)
  return (
    <div
      className="sd-color-square"
      role="slider"
      tabIndex={0}
      aria-label={t('inputs.colorSquare')}
      aria-valuenow={percent(color.s)}
      aria-valuetext={t('inputs.colorSquareValue', { saturation: percent(color.s), brightness: percent(color.v) })}
      style={{ background: writeColor({ h: color.h, s: 1, v: 1, a: 1 }) }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId)
        pick(event)
      }}
      onPointerMove={(event) => event.buttons === 1 && pick(event)}
      onKeyDown={onKeyDown}
    >
      <i
        style={{
          left: `${color.s * 100}%`,
          top: `${(1 - color.v) * 100}%`,
          background: writeColor({ ...color, a: 1 }),
        }}
      />
    </div>
  )
}

/** Widget type `control_widgets.knob_control`: a knob that sets a number of a device. */

import './knob.css'
import { type KnobSettings, readKnobControl } from '@sonde/model/widgets/control-widgets/knob-control'
import { type PointerEvent, useState } from 'react'
import { type WidgetProps, widgetType } from '../../../dashboards/widget-api.ts'
import { useText } from '../../../locale/use-text.tsx'
import { useClient } from '../../../session/use-session.tsx'
import { useFormat } from '../../../ui/format/use-format.ts'
import { ControlFrame } from '../../device-control/control-frame.tsx'
import { DeviceGate } from '../../device-control/device-gate.tsx'
import { CallFailed, callDevice } from '../../device-control/rpc-call.ts'
import { useRemoteValue } from '../../device-control/use-remote-value.ts'
import { type TargetDevice, useTarget } from '../../device-control/use-target.ts'
import { knobScale, shareOf, valueAfterKey, valueAt } from './knob-scale.ts'

function KnobControl(props: WidgetProps) {
  const { config } = props.widget
  const { values } = readKnobControl(config.settings)
  const target = useTarget(props, null)
  return (
    <DeviceGate target={target}>
      {(device) => (
        <KnobOfDevice
          key={device.info.id.id}
          device={device}
          settings={values}
          name={values.title || config.title}
          units={config.units}
          decimals={config.decimals}
        />
      )}
    </DeviceGate>
  )
}

interface KnobOfDeviceProps {
  readonly device: TargetDevice
  readonly settings: KnobSettings
  readonly name: string
  readonly units: string
  readonly decimals: number | null
}

const arc = 'M21.7 78.3A40 40 0 1 1 78.3 78.3'
const arcDegrees = 270

function KnobOfDevice({ device, settings, name, units, decimals }: KnobOfDeviceProps) {
  const t = useText()
  const format = useFormat()
  const { rest } = useClient()
  const deviceId = device.info.id.id
  const scale = knobScale(settings.minValue, settings.maxValue, decimals)
  const { now, set, status, isLocked } = useRemoteValue<number>(
    {
      initial: settings.initialValue,
      async read(signal) {
        const call = { deviceId, way: 'twoway', method: settings.getValueMethod, params: null, settings } as const
        return numberOf(await callDevice({ rest }, call, signal), t('controls.noNumber'))
      },
      async write(params, signal) {
        await callDevice(
          { rest },
          { deviceId, way: 'oneway', method: settings.setValueMethod, params, settings },
          signal,
        )
      },
    },
    device,
  )
  /** Value under the pointer; it's sent when the pointer is released. */
  const [dragged, setDragged] = useState<number | null>(null)
  const value = dragged ?? now.value
  const share = shareOf(scale, value)
  const words = (number: number) =>
    format.number(number, { decimals: scale.decimals, fixed: true, ...(units && { unit: units }) })

  function follow(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    setDragged(valueAt(scale, event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2))
  }

  return (
    <ControlFrame label={settings.title} status={status}>
      <div className="control-knob-box">
        <div
          className="control-knob"
          role="slider"
          tabIndex={0}
          aria-label={name || t('controls.knob')}
          aria-valuemin={scale.min}
          aria-valuemax={scale.max}
          aria-valuenow={value}
          aria-valuetext={words(value)}
          aria-disabled={isLocked || undefined}
          data-unknown={!now.isKnown || undefined}
          onKeyDown={(event) => {
            const next = isLocked ? null : valueAfterKey(scale, value, event.key)
            if (next === null) return
            event.preventDefault()
            if (next !== value) set(next)
          }}
          onPointerDown={(event) => {
            if (isLocked || event.button !== 0) return
            event.currentTarget.setPointerCapture(event.pointerId)
            follow(event)
          }}
          onPointerMove={(event) => {
            if (dragged !== null) follow(event)
          }}
          onPointerUp={() => {
            if (dragged !== null) set(dragged)
            setDragged(null)
          }}
          onPointerCancel={() => setDragged(null)}
        >
          <svg viewBox="0 0 100 100" aria-hidden>
            <path d={arc} />
            {share > 0 && (
              <path
                d={arc}
                className="control-knob-arc"
                pathLength={arcDegrees}
                strokeDasharray={`${share * arcDegrees} ${arcDegrees * 2}`}
              />
            )}
            <circle cx={50} cy={50} r={30} />
            <line x1={50} y1={27} x2={50} y2={22} transform={`rotate(${share * arcDegrees - arcDegrees / 2} 50 50)`} />
            <text className="control-knob-end" x={18} y={93} textAnchor="middle">
              {format.number(scale.min)}
            </text>
            <text className="control-knob-end" x={82} y={93} textAnchor="middle">
              {format.number(scale.max)}
            </text>
          </svg>
          <span className="control-knob-value" aria-hidden>
            {words(value)}
          </span>
        </div>
      </div>
    </ControlFrame>
  )
}

/** Devices answer with a number, or with its text. */
function numberOf(response: unknown, problem: string): number {
  const number = typeof response === 'string' && response.trim() !== '' ? Number(response) : response
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new CallFailed(problem)
  return number
}

export default widgetType(KnobControl, {
  requests: () => [],
  settings: ({ config }) => readKnobControl(config.settings),
  ownsStates: true,
  hasTable: false,
})

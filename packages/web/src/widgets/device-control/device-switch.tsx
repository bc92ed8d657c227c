/** A switch for a boolean of a device: round, or with a knob that slides. */

import type { EntityKey } from '@sonde/model/entity-query/entity-query'
import type { SwitchSettings } from '@sonde/model/widgets/control-widgets/switches'
import { Power } from 'lucide-react'
import type { WidgetProps } from '../../dashboards/widget-api.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { ControlFrame } from './control-frame.tsx'
import { useControlFunctions } from './control-functions.ts'
import { DeviceGate } from './device-gate.tsx'
import { jsonOfReport } from './reported-value.ts'
import { callDevice } from './rpc-call.ts'
import { useRemoteValue } from './use-remote-value.ts'
import { type TargetDevice, useTarget } from './use-target.ts'

interface SwitchLook {
  readonly look: 'round' | 'sliding'
  /** The words on and off are shown next to it. */
  readonly hasWords?: boolean
  /** Undefined: the label is above. */
  readonly labelPosition?: 'before' | 'after'
  readonly color?: 'primary' | 'accent' | 'warn'
}

interface DeviceSwitchProps extends SwitchLook {
  readonly props: WidgetProps
  readonly settings: SwitchSettings
}

export function DeviceSwitch({ props, settings, ...look }: DeviceSwitchProps) {
  const target = useTarget(props, valueKeyOf(settings))
  return (
    <DeviceGate target={target}>
      {(device) => (
        <SwitchOfDevice
          key={device.info.id.id}
          widgetId={props.widget.id}
          device={device}
          settings={settings}
          name={settings.title || props.widget.config.title}
          {...look}
        />
      )}
    </DeviceGate>
  )
}

/** Key that the state is read from; null: not from a stored value. */
function valueKeyOf({ retrieveValueMethod, valueKey }: SwitchSettings): EntityKey | null {
  switch (retrieveValueMethod) {
    case 'attribute':
      return { type: 'ATTRIBUTE', key: valueKey }
    case 'timeseries':
      return { type: 'TIME_SERIES', key: valueKey }
    default:
      return null
  }
}

interface SwitchOfDeviceProps extends SwitchLook {
  readonly widgetId: string
  readonly device: TargetDevice
  readonly settings: SwitchSettings
  readonly name: string
}

function SwitchOfDevice(props: SwitchOfDeviceProps) {
  const { widgetId, device, settings, name, look, hasWords, labelPosition, color } = props
  const t = useText()
  const { rest } = useClient()
  const deviceId = device.info.id.id
  const call = useControlFunctions(widgetId)
  const { parseValueFunction, convertValueFunction } = settings
  const parsed = async (data: unknown) => Boolean(await call('parseValueFunction', parseValueFunction, data))
  const { now, set, status, isLocked } = useRemoteValue<boolean>(
    {
      initial: settings.initialValue,
      read:
        settings.retrieveValueMethod === 'rpc'
          ? async (signal) => {
              const { getValueMethod: method } = settings
              const asked = { deviceId, way: 'twoway', method, params: null, settings } as const
              return parsed(await callDevice({ rest }, asked, signal))
            }
          : null,
      async write(value, signal) {
        const params = await call('convertValueFunction', convertValueFunction, value)
        await callDevice(
          { rest },
          { deviceId, way: 'oneway', method: settings.setValueMethod, params, settings },
          signal,
        )
      },
      parse: async (text) => parsed(jsonOfReport(text)),
    },
    device,
  )
  const isUnknown = !now.isKnown && settings.retrieveValueMethod !== 'none'
  const side = (word: string, isCurrent: boolean) =>
    hasWords && (
      <span className="control-side" data-current={isCurrent || undefined} aria-hidden>
        {word}
      </span>
    )
  const label = (at: SwitchLook['labelPosition']) =>
    labelPosition === at && (
      <span className="control-caption sd-ellipsis" title={settings.title} aria-hidden>
        {settings.title}
      </span>
    )
  return (
    <ControlFrame label={labelPosition ? '' : settings.title} status={status}>
      {label('before')}
      {side(t('controls.off'), !now.value)}
      <button
        type="button"
        role="switch"
        className={look === 'round' ? 'control-round' : 'control-switch'}
        aria-label={name || t('controls.switch')}
        aria-checked={now.value}
        aria-busy={now.phase !== 'idle' || undefined}
        data-unknown={isUnknown || undefined}
        data-color={color}
        disabled={isLocked}
        onClick={() => set(!now.value)}
      >
        {look === 'round' && <Power strokeWidth={2} aria-hidden />}
      </button>
      {side(t('controls.on'), now.value)}
      {label('after')}
    </ControlFrame>
  )
}

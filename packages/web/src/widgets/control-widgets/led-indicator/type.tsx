/** Widget type `control_widgets.led_indicator`: a lamp that shows a boolean of a device. */

import './led-indicator.css'
import { type LedSettings, readLedIndicator } from '@sonde/model/widgets/control-widgets/led-indicator'
import { useEffect, useEffectEvent } from 'react'
import { cssColor, useElementSize, type WidgetProps, widgetType } from '../../../dashboards/widget-api.ts'
import { useText } from '../../../locale/use-text.tsx'
import { useClient } from '../../../session/use-session.tsx'
import { Led } from '../../../ui/led/led.tsx'
import { mayRetry } from '../../device-control/call-failure.ts'
import { ControlFrame } from '../../device-control/control-frame.tsx'
import { controlFunctionNames, useControlFunctions } from '../../device-control/control-functions.ts'
import { DeviceGate } from '../../device-control/device-gate.tsx'
import { jsonOfReport } from '../../device-control/reported-value.ts'
import { callDevice, StatusRefused } from '../../device-control/rpc-call.ts'
import { useRemoteValue } from '../../device-control/use-remote-value.ts'
import { type TargetDevice, useTarget } from '../../device-control/use-target.ts'

/** Time after which a device is asked for its status again, ms. */
const checkEveryMs = 10_000

function LedIndicator(props: WidgetProps) {
  const { values } = readLedIndicator(props.widget.config.settings)
  const { retrieveValueMethod, valueAttribute } = values
  const type = retrieveValueMethod === 'timeseries' ? 'TIME_SERIES' : 'ATTRIBUTE'
  const target = useTarget(props, { type, key: valueAttribute })
  return (
    <DeviceGate target={target}>
      {(device) => (
        <LedOfDevice
          key={device.info.id.id}
          widgetId={props.widget.id}
          device={device}
          settings={values}
          name={values.title || props.widget.config.title}
        />
      )}
    </DeviceGate>
  )
}

interface LedOfDeviceProps {
  readonly widgetId: string
  readonly device: TargetDevice
  readonly settings: LedSettings
  readonly name: string
}

function LedOfDevice({ widgetId, device, settings, name }: LedOfDeviceProps) {
  const t = useText()
  const { rest } = useClient()
  const callFunction = useControlFunctions(widgetId)
  const [ref, size] = useElementSize<HTMLDivElement>()
  const check = useRemoteValue<boolean>(
    {
      initial: false,
      async read(signal) {
        if (!settings.performCheckStatus) return true
        const { checkStatusMethod: method } = settings
        const call = { deviceId: device.info.id.id, way: 'twoway', method, params: null, settings } as const
        if (await callDevice({ rest }, call, signal)) return true
        throw new StatusRefused()
      },
    },
    { ...device, value: undefined },
  )
  const { now } = useRemoteValue<boolean>(
    {
      initial: settings.initialValue,
      read: null,
      parse: async (text) =>
        Boolean(await callFunction('parseValueFunction', settings.parseValueFunction, jsonOfReport(text))),
    },
    device,
  )
  const retry = useEffectEvent(() => check.status.onRetry?.())
  const { error } = check.status
  useEffect(() => {
    if (error === null || !mayRetry(error)) return
    const timer = setTimeout(retry, checkEveryMs)
    return () => clearTimeout(timer)
  }, [error])

  const isChecked = check.now.value
  const isOn = isChecked && now.isKnown ? now.value : settings.initialValue
  return (
    <ControlFrame
      label={settings.title}
      status={isChecked ? { ...check.status, error: now.failure?.error ?? null, onRetry: null } : check.status}
    >
      <div ref={ref} className="control-led" data-unknown={!(isChecked && now.isKnown) || undefined}>
        <Led
          label={name || t('controls.led')}
          isOn={isOn}
          color={cssColor(settings.ledColor) ?? 'green'}
          size={Math.max(14, Math.min(96, size.width * 0.7, size.height * 0.7))}
        />
      </div>
    </ControlFrame>
  )
}

export default widgetType(LedIndicator, {
  requests: () => [],
  settings: ({ config }) => readLedIndicator(config.settings),
  ownsStates: true,
  runs: controlFunctionNames,
  hasTable: false,
})

/** Widget type `control_widgets.rpcbutton`: a button that sends an RPC call to a device. */

import { type RpcButtonSettings, readRpcButton } from '@sonde/model/widgets/control-widgets/buttons'
import { type WidgetProps, widgetType } from '../../../dashboards/widget-api.ts'
import { useText } from '../../../locale/use-text.tsx'
import { paramsOf } from '../../../rpc/rpc-input.ts'
import { useClient } from '../../../session/use-session.tsx'
import { ControlButton } from '../../device-control/control-button.tsx'
import { ControlFrame } from '../../device-control/control-frame.tsx'
import { useDeviceCall } from '../../device-control/device-call.ts'
import { DeviceGate, Problem } from '../../device-control/device-gate.tsx'
import { callDevice } from '../../device-control/rpc-call.ts'
import { type TargetDevice, useTarget } from '../../device-control/use-target.ts'

/** Characters of a response that are shown. */
const responseLengthMax = 200

function RpcButton(props: WidgetProps) {
  const { values } = readRpcButton(props.widget.config.settings)
  const target = useTarget(props, null)
  return (
    <DeviceGate target={target}>
      {(device) => <ButtonOfDevice key={device.info.id.id} device={device} settings={values} />}
    </DeviceGate>
  )
}

function ButtonOfDevice({ device, settings }: { device: TargetDevice; settings: RpcButtonSettings }) {
  const t = useText()
  const { rest } = useClient()
  const { methodName: method, oneWayElseTwoWay: isOneWay, showError, styleButton } = settings
  const params = paramsOf(settings.methodParams)
  const { state, isLocked, start } = useDeviceCall(async (signal) => {
    const way = isOneWay ? 'oneway' : 'twoway'
    const call = { deviceId: device.info.id.id, way, method, params: params?.value, settings } as const
    const response = await callDevice({ rest }, call, signal)
    if (isOneWay || response === undefined || response === null) return t('controls.sent')
    return t('controls.answered', { response: JSON.stringify(response).slice(0, responseLengthMax) })
  })
  if (!params) return <Problem text={t('controls.badParams')} />
  return (
    <ControlFrame
      label={settings.title}
      status={{ ...state, isOffline: device.isOffline, isQuiet: !showError, onRetry: start }}
    >
      <ControlButton look={styleButton} busy={state.phase === 'sending'} disabled={isLocked} onClick={start}>
        {settings.buttonText}
      </ControlButton>
    </ControlFrame>
  )
}

export default widgetType(RpcButton, {
  requests: () => [],
  settings: ({ config }) => readRpcButton(config.settings),
  ownsStates: true,
  hasTable: false,
})

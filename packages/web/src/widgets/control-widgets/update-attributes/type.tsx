/** Widget type `control_widgets.update_attributes`: a button that writes attributes of a device. */

import { isJsonObject } from '@sonde/model/dashboards/json-parts'
import { type AttributeButtonSettings, readAttributeButton } from '@sonde/model/widgets/control-widgets/buttons'
import { type WidgetProps, widgetType } from '../../../dashboards/widget-api.ts'
import { useText } from '../../../locale/use-text.tsx'
import { paramsOf } from '../../../rpc/rpc-input.ts'
import { useClient } from '../../../session/use-session.tsx'
import { ControlButton } from '../../device-control/control-button.tsx'
import { ControlFrame } from '../../device-control/control-frame.tsx'
import { useDeviceCall } from '../../device-control/device-call.ts'
import { DeviceGate, Problem } from '../../device-control/device-gate.tsx'
import { type TargetDevice, useTarget } from '../../device-control/use-target.ts'

function UpdateAttributes(props: WidgetProps) {
  const { values } = readAttributeButton(props.widget.config.settings)
  const target = useTarget(props, null)
  return (
    <DeviceGate target={target}>
      {(device) => <ButtonOfDevice key={device.info.id.id} device={device} settings={values} />}
    </DeviceGate>
  )
}

function ButtonOfDevice({ device, settings }: { device: TargetDevice; settings: AttributeButtonSettings }) {
  const t = useText()
  const { telemetry } = useClient()
  const attributes = paramsOf(settings.entityParameters)?.value
  const { state, isLocked, start } = useDeviceCall(async (signal) => {
    if (isJsonObject(attributes)) {
      const options = { signal, ignoreErrors: true }
      await telemetry.saveAttributes(device.info.id, settings.entityAttributeType, attributes, options)
    }
    return t('controls.saved')
  })
  if (!isJsonObject(attributes)) return <Problem text={t('controls.badAttributes')} />
  return (
    // Attributes are stored on the server, whether or not the device is there.
    <ControlFrame label={settings.title} status={{ ...state, isOffline: false, onRetry: start }}>
      <ControlButton look={settings.styleButton} busy={state.phase === 'sending'} disabled={isLocked} onClick={start}>
        {settings.buttonText}
      </ControlButton>
    </ControlFrame>
  )
}

export default widgetType(UpdateAttributes, {
  requests: () => [],
  settings: ({ config }) => readAttributeButton(config.settings),
  ownsStates: true,
  hasTable: false,
})

/** Widget type `control_widgets.switch_control`: a sliding switch for a boolean of a device. */

import { readSwitchControl } from '@sonde/model/widgets/control-widgets/switches'
import { type WidgetProps, widgetType } from '../../../dashboards/widget-api.ts'
import { controlFunctionNames } from '../../device-control/control-functions.ts'
import { DeviceSwitch } from '../../device-control/device-switch.tsx'

function SwitchControl(props: WidgetProps) {
  const { values } = readSwitchControl(props.widget.config.settings)
  return <DeviceSwitch props={props} settings={values} look="sliding" hasWords={values.showOnOffLabels} />
}

export default widgetType(SwitchControl, {
  requests: () => [],
  settings: ({ config }) => readSwitchControl(config.settings),
  ownsStates: true,
  runs: controlFunctionNames,
  hasTable: false,
})

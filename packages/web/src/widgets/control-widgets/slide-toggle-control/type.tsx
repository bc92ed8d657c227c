/** Widget type `control_widgets.slide_toggle_control`: a small switch with its label in the same line. */

import { readSlideToggle } from '@sonde/model/widgets/control-widgets/switches'
import { type WidgetProps, widgetType } from '../../../dashboards/widget-api.ts'
import { controlFunctionNames } from '../../device-control/control-functions.ts'
import { DeviceSwitch } from '../../device-control/device-switch.tsx'

function SlideToggle(props: WidgetProps) {
  const { values } = readSlideToggle(props.widget.config.settings)
  const { labelPosition, sliderColor } = values
  return (
    <DeviceSwitch props={props} settings={values} look="sliding" labelPosition={labelPosition} color={sliderColor} />
  )
}

export default widgetType(SlideToggle, {
  requests: () => [],
  settings: ({ config }) => readSlideToggle(config.settings),
  ownsStates: true,
  runs: controlFunctionNames,
  hasTable: false,
})

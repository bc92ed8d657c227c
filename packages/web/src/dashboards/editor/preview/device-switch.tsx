/** Chooses the width of the screen that the editor shows. Windows that are narrow themselves don't need it. */

import './preview.css'
import { mobileBelowPx } from '@sonde/model/dashboards/dashboard-layout'
import { useText } from '../../../locale/use-text.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { useWidth } from '../../../ui/theme/use-width.ts'

export type Device = 'desktop' | 'tablet' | 'phone'

/** Widths of the screens in CSS pixels; undefined: that of the window. */
export const devicePx: Readonly<Record<Device, number | undefined>> = {
  desktop: undefined,
  tablet: 768,
  phone: 390,
}

interface DeviceSwitchProps {
  readonly device: Device
  readonly onDevice: (device: Device) => void
}

export function DeviceSwitch({ device, onDevice }: DeviceSwitchProps) {
  const t = useText()
  const isNarrow = useWidth((px) => px < mobileBelowPx)
  if (isNarrow) return null
  return (
    <Segmented
      label={t('dashboardSetup.screen')}
      options={[
        { value: 'desktop', label: t('dashboardSetup.desktop') },
        { value: 'tablet', label: t('dashboardSetup.tablet') },
        { value: 'phone', label: t('dashboardSetup.phone') },
      ]}
      value={device}
      onChange={onDevice}
    />
  )
}

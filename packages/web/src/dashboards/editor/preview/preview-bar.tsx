/** Bar below the preview, which leads back to the editor. */

import './preview.css'
import { ArrowLeft, Eye } from 'lucide-react'
import { useText } from '../../../locale/use-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { type Device, DeviceSwitch } from './device-switch.tsx'

interface PreviewBarProps {
  readonly device: Device
  readonly onDevice: (device: Device) => void
  readonly hasChanges: boolean
  readonly onBack: () => void
}

export function PreviewBar({ device, onDevice, hasChanges, onBack }: PreviewBarProps) {
  const t = useText()
  return (
    <section className="db-save db-preview-bar" aria-label={t('dashboardSetup.preview')}>
      <Eye size={18} strokeWidth={1.75} aria-hidden />
      <span>{t(hasChanges ? 'dashboardSetup.previewText' : 'dashboardSetup.preview')}</span>
      <span className="sd-spacer" />
      <DeviceSwitch device={device} onDevice={onDevice} />
      <Button kind="filled" autoFocus icon={<ArrowLeft size={16} strokeWidth={2} aria-hidden />} onClick={onBack}>
        {t('dashboardSetup.backToEditing')}
      </Button>
    </section>
  )
}

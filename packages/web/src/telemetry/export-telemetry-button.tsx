/** Button that opens the telemetry export dialog. */

import { Download } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'

export function ExportTelemetryButton({ onClick }: { readonly onClick: () => void }) {
  const t = useText()
  return (
    <IconButton
      label={t('tableExport.telemetry')}
      size="sm"
      icon={<Download size={16} strokeWidth={2} />}
      onClick={onClick}
    />
  )
}

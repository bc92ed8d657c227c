/** Says of something that it is not there yet (seed 2, section 2): one OK, and nothing happens. */

import { useText } from '../../locale/use-text.tsx'
import { AlertDialog, type AlertDialogProps } from './alert-dialog.tsx'

export function TodoDialog({ onClose }: Pick<AlertDialogProps, 'onClose'>) {
  const t = useText()
  return (
    <AlertDialog title={t('inputs.comingSoon')} onClose={onClose}>
      {t('inputs.comingSoonText')}
    </AlertDialog>
  )
}

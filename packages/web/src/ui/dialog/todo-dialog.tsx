/** Dialog for a feature that isn't available yet; its only button is OK. */

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

/** Color picker in a dialog: Select returns the color, Cancel returns null. */

import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { ColorPicker } from './color-picker.tsx'

interface ColorDialogProps {
  readonly color: string
  /** Null: canceled. */
  readonly onClose: (color: string | null) => void
}

export function ColorDialog({ color, onClose }: ColorDialogProps) {
  const t = useText()
  const [picked, setPicked] = useState(color)
  return (
    <FormDialog
      title={t('inputs.pickColor')}
      onClose={() => onClose(null)}
      onSubmit={() => onClose(picked)}
      action={t('inputs.select')}
      isReady={picked !== ''}
    >
      <ColorPicker value={picked} onChange={setPicked} />
    </FormDialog>
  )
}

/** The picker as a dialog: Select takes the colour, Cancel tells null. */

import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { ColorPicker } from './color-picker.tsx'

interface ColorDialogProps {
  readonly color: string
  /** Null: nothing was selected. */
  readonly onClose: (color: string | null) => void
}

export function ColorDialog({ color, onClose }: ColorDialogProps) {
  const t = useText()
  const [picked, setPicked] = useState(color)
  return (
    <Dialog
      title={t('inputs.pickColor')}
      onClose={() => onClose(null)}
      onSubmit={() => onClose(picked)}
      footer={
        <>
          <Button kind="plain" onClick={() => onClose(null)}>
            {t('ui.cancel')}
          </Button>
          <Button kind="filled" type="submit" disabled={picked === ''}>
            {t('inputs.select')}
          </Button>
        </>
      }
    >
      <ColorPicker value={picked} onChange={setPicked} />
    </Dialog>
  )
}

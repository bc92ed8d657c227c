/** Dialog for the name of the exploration. */

import { useState } from 'react'
import { nameLengthMax } from '../../explore/explore-state.ts'
import { useText } from '../../locale/use-text.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../ui/dialog/form-buttons.tsx'
import { TextField } from '../../ui/field/text-field.tsx'

interface NameDialogProps {
  readonly name: string
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

export default function NameDialog({ name, onName, onClose }: NameDialogProps) {
  const t = useText()
  const [text, setText] = useState(name)
  return (
    <Dialog
      title={t('explore.rename')}
      onClose={onClose}
      onSubmit={() => {
        onName(text)
        onClose()
      }}
      footer={<FormButtons action={t('ui.save')} onCancel={onClose} />}
    >
      <TextField
        label={t('explore.name')}
        help={t('explore.nameHelp')}
        isOptional
        maxLength={nameLengthMax}
        value={text}
        onChange={setText}
      />
    </Dialog>
  )
}

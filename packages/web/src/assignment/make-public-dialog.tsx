/** Makes a device or an asset public and sets the visitors' write permissions; by default they have none. */

import { noVisitorRights, type VisitedType, type VisitorRights } from '@sonde/model/visitors/visitor-rights'
import { useState } from 'react'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { FieldGroup } from '../ui/field/field-group.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { VisitorRightsFields } from './visitor-rights-fields.tsx'

interface MakePublicDialogProps {
  readonly entityType: VisitedType
  readonly id: string
  readonly name: string
  /** A thrown error is shown in the dialog. */
  readonly onPublish: (rights: VisitorRights) => Promise<void>
  readonly onClose: () => void
}

export function MakePublicDialog({ entityType, id, name, onPublish, onClose }: MakePublicDialogProps) {
  const t = useText()
  const reads = useAccount()?.visitorsReadAll ? 'all' : 'shown'
  const [rights, setRights] = useState<VisitorRights>(noVisitorRights)
  const sending = useSubmit()
  return (
    <FormDialog
      help={<HelpButton page="dialogs/public" />}
      title={t('assignment.makePublicTitle', { name })}
      onClose={onClose}
      action={t('assignment.makePublic')}
      sending={sending}
      onSubmit={() => void sending.submit(() => onPublish(rights))}
    >
      <p className="sd-text-2">{t('assignment.makePublicText', { kind: entityType, reads })}</p>
      <FieldGroup title={t('assignment.visitorsMay')}>
        <VisitorRightsFields entityType={entityType} id={id} rights={rights} onChange={setRights} />
      </FieldGroup>
    </FormDialog>
  )
}

/** Details of a relation: its ends, and its additional info, which can be edited. */

import type { RelationCalls } from '@sonde/client/relations/relation-calls'
import type { RelationInfo } from '@sonde/model/relations/relation'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { EntityKind } from '../entities/entity-kind.tsx'
import { EntityLink } from '../entities/entity-link.tsx'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextArea } from '../ui/field/text-field.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { infoOfText, textOfInfo } from './relation-input.ts'
import { type Direction, otherEndOf, otherNameOf } from './relation-table.tsx'

interface RelationDialogProps {
  readonly relations: RelationCalls
  readonly relation: RelationInfo
  readonly direction: Direction
  readonly onClose: () => void
  readonly onSaved: () => void
  readonly onDelete: () => void
}

export function RelationDialog({ relations, relation, direction, onClose, onSaved, onDelete }: RelationDialogProps) {
  const t = useText()
  const toasts = useToasts()
  const [text, setText] = useState(() => textOfInfo(relation.additionalInfo))
  const [isTouched, setTouched] = useState(false)
  const sending = useSubmit()
  const outcome = infoOfText(text)
  const other = otherEndOf(relation, direction)

  function save() {
    setTouched(true)
    if ('fieldError' in outcome) return
    void sending.submit(async () => {
      const { from, to, type, typeGroup } = relation
      await relations.save({ from, to, type, typeGroup, additionalInfo: outcome.info }, { ignoreErrors: true })
      toasts.show({ kind: 'success', text: t('relations.saved') })
      onSaved()
    })
  }

  return (
    <FormDialog
      help={<HelpButton page="details/relations" />}
      title={t('relations.editTitle')}
      onClose={onClose}
      action={t('ui.save')}
      aside={
        <Button kind="dangerText" icon={<Trash2 size={16} strokeWidth={2} aria-hidden />} onClick={onDelete}>
          {t('relations.delete')}
        </Button>
      }
      sending={sending}
      onSubmit={save}
    >
      <dl className="sd-facts">
        <dt>{t('relations.type')}</dt>
        <dd>{relation.type}</dd>
        <dt>{t(direction === 'FROM' ? 'relations.toName' : 'relations.fromName')}</dt>
        <dd>
          <EntityLink id={other} name={otherNameOf(relation, direction)} />
          <span className="sd-xs sd-text-3">
            <EntityKind entityType={other.entityType} />
          </span>
        </dd>
      </dl>
      <TextArea
        label={t('relations.additionalInfo')}
        isOptional
        isMono
        rows={8}
        help={t('relations.additionalInfoHelp')}
        value={text}
        onChange={setText}
        onBlur={() => setTouched(true)}
        error={isTouched && 'fieldError' in outcome ? t(`relations.${outcome.fieldError}`) : undefined}
      />
    </FormDialog>
  )
}

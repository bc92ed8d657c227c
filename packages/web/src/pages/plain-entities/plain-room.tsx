/** Builds the description of a plain entity type's pages from its descriptor. */

import { createPlainCalls } from '@sonde/client/assignables/plain-calls'
import type { Rest } from '@sonde/client/rest/rest'
import type { PlainInfo } from '@sonde/model/assignables/plain-entity'
import { entityKinds, kindOf, type PlainType } from '@sonde/model/entities/entity-kinds'
import { DescriptionField, NameAndTypeFields } from '../../assignment/assignable-fields.tsx'
import { assignableRoom, ImportEntities, withoutCustomers } from '../../assignment/assignable-room.tsx'
import { isImported } from '../../bulk-import/import-columns.ts'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { EntityOverview } from '../../entity-room/entity-overview.tsx'
import { useText } from '../../locale/use-text.tsx'
import { entityPages, textLabels } from '../../places/entity-pages.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import {
  newPlainDraft,
  type PlainDraft,
  type PlainErrors,
  plainDraftOf,
  plainErrors,
  plainInput,
} from './plain-input.ts'

const Overview = ({ row }: { readonly row: PlainInfo }) => <EntityOverview entity={row.id} />

export function plainRoom(type: PlainType) {
  const { reservedType } = entityKinds[type]
  const { words } = entityPages[type]
  const callsOf = (rest: Rest) => createPlainCalls(rest, type)
  return assignableRoom({
    kind: type,
    name: words,
    path: kindOf(type).page,
    oneFailed: `${words}.oneFailed`,
    createCalls(rest) {
      const calls = callsOf(rest)
      return { ...calls, listOfEdge: async (...args) => withoutCustomers(await calls.listOfEdge(...args)) }
    },
    form: {
      newDraft: () => newPlainDraft(type),
      draftOf: (row: PlainInfo) => plainDraftOf(type, row),
      fieldErrorsOf: (draft: PlainDraft, t) => plainErrors(type, draft, reservedType, t),
      inputOf: (draft, row) => plainInput(type, draft, row),
      renderFields: ({ fields }) => <PlainFields type={type} fields={fields} />,
      Overview,
      addSize: 480,
    },
    reservedType,
    texts: textLabels(type),
    renderImport: isImported(type)
      ? (dialog) => <ImportEntities kind={type} createCalls={callsOf} {...dialog} />
      : undefined,
  })
}

interface PlainFieldsProps {
  readonly type: PlainType
  readonly fields: EntityFields<PlainDraft, PlainErrors>
}

function PlainFields({ type, fields: { draft, change, touch, fieldErrors } }: PlainFieldsProps) {
  const t = useText()
  return (
    <>
      <NameAndTypeFields kind={type} draft={draft} fieldErrors={fieldErrors} onChange={change} onBlur={touch} />
      {Object.entries(textLabels(type)).map(([name, label]) => (
        <TextField
          key={name}
          label={t(label)}
          isOptional
          value={draft[name] ?? ''}
          error={fieldErrors[name]}
          onChange={(text) => change({ [name]: text })}
          onBlur={() => touch(name)}
          autoComplete="off"
        />
      ))}
      <DescriptionField value={draft.description} onChange={(description) => change({ description })} />
    </>
  )
}

/** The form of a rule chain: what it is called. */

import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import type { RuleChain } from '@sonde/model/rule-chains/rule-chain'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import type { PlainRoomFormProps } from '../../entity-room/plain-room.ts'
import { definePlainForm, PlainDetails } from '../../entity-room/plain-room-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { TextArea, TextField } from '../../ui/field/text-field.tsx'
import {
  draftOfRuleChain,
  type RuleChainDraft,
  type RuleChainFaults,
  ruleChainFaults,
  wireRuleChain,
} from './rule-chain-input.ts'

interface RuleChainFieldsProps {
  readonly fields: EntityFields<RuleChainDraft, RuleChainFaults>
}

export function RuleChainFields({ fields: { draft, change, touch, faults } }: RuleChainFieldsProps) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('ruleChains.name')}
        value={draft.name}
        error={faults.name}
        onBlur={() => touch('name')}
        onChange={(name) => change({ name })}
        autoComplete="off"
      />
      <TextArea
        label={t('ruleChains.description')}
        isOptional
        value={draft.description}
        onChange={(description) => change({ description })}
      />
    </>
  )
}

const form = definePlainForm({
  draftOf: draftOfRuleChain,
  faultsOf: ruleChainFaults,
  async save(rest, draft, { id }: RuleChain, options) {
    const calls = createRuleChainCalls(rest)
    // Another user may have changed the root flag: this form must not overwrite it.
    return calls.save(wireRuleChain(draft, await calls.get(id.id, options)), options)
  },
  Fields: RuleChainFields,
})

export const RuleChainForm = (props: PlainRoomFormProps<RuleChain>) => <PlainDetails {...props} form={form} />

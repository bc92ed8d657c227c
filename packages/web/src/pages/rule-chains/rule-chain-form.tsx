/** Details of a rule chain: what it is called, and how that is changed. */

import type { RuleChain } from '@sonde/model/rule-chains/rule-chain'
import { useQueryClient } from '@tanstack/react-query'
import { EntityFacts } from '../../entities/entity-facts.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { TextArea, TextField } from '../../ui/field/text-field.tsx'
import { ruleChainRoom, useRuleChainCalls } from './rule-chain-calls.ts'
import {
  draftOfRuleChain,
  type RuleChainDraft,
  type RuleChainFaults,
  ruleChainFaults,
  wireRuleChain,
} from './rule-chain-input.ts'

export function RuleChainForm({ chain }: { chain: RuleChain }) {
  const t = useText()
  const ruleChains = useRuleChainCalls()
  const queries = useQueryClient()
  const load = () => ruleChains.get(chain.id.id, { ignoreErrors: true })
  const form = useEntityForm({
    stored: draftOfRuleChain(chain),
    faultsOf: (draft: RuleChainDraft) => ruleChainFaults(draft, t),
    reload: async () => draftOfRuleChain(await load()),
    async save(draft) {
      // Another user may have changed the root flag: this form must not overwrite it.
      await ruleChains.save(wireRuleChain(draft, await load()), { ignoreErrors: true })
      await refreshRoom(queries, ruleChainRoom)
    },
    saved: t('ruleChains.saved'),
  })
  return (
    <EntityForm form={form} facts={<EntityFacts id={chain.id.id} createdTime={chain.createdTime} />}>
      <RuleChainFields fields={form} />
    </EntityForm>
  )
}

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

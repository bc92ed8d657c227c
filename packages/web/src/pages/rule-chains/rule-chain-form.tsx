/** Form of a rule chain's name and description. */

import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import type { RuleChain, RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import { defineListForm } from '../../entity-room/room-form.tsx'
import { draftOfRuleChain, ruleChainFields, wireRuleChain } from './rule-chain-input.ts'

/** `type`: type of added rule chains. */
export const ruleChainForm = (type: RuleChainType) =>
  defineListForm<RuleChain, typeof ruleChainFields.declarations>({
    list: ruleChainFields,
    draftOf: draftOfRuleChain,
    async save(rest, draft, { id }, options) {
      const calls = createRuleChainCalls(rest)
      // Another user may have changed the root flag: this form must not overwrite it.
      return calls.save(wireRuleChain(draft, await calls.get(id.id, options)), options)
    },
    create: (rest, draft, options) => createRuleChainCalls(rest).save(wireRuleChain(draft, type), options),
  })

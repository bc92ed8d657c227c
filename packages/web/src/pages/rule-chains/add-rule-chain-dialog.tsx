/** Adds a rule chain without nodes. */

import type { RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import type { PlainRoomDialogProps } from '../../entity-room/plain-room.ts'
import { useText } from '../../locale/use-text.tsx'
import { useRuleChainCalls } from './rule-chain-calls.ts'
import { RuleChainFields } from './rule-chain-form.tsx'
import { emptyRuleChain, type RuleChainDraft, ruleChainFaults, wireRuleChain } from './rule-chain-input.ts'

interface AddRuleChainDialogProps extends PlainRoomDialogProps {
  readonly type: RuleChainType
}

export default function AddRuleChainDialog({ type, onClose, onAdded }: AddRuleChainDialogProps) {
  const t = useText()
  const ruleChains = useRuleChainCalls()
  return (
    <NewEntityDialog
      title={t(type === 'CORE' ? 'ruleChains.add' : 'ruleChains.addTemplate')}
      initial={emptyRuleChain}
      faultsOf={(draft: RuleChainDraft) => ruleChainFaults(draft, t)}
      create={async (draft) =>
        onAdded((await ruleChains.save(wireRuleChain(draft, type), { ignoreErrors: true })).id.id)
      }
      onClose={onClose}
      size={480}
    >
      {(fields) => <RuleChainFields fields={fields} />}
    </NewEntityDialog>
  )
}

/** Imports a rule chain with its nodes from a file, completely or not at all. */

import type { RuleChainImport, RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import type { RoomDialogProps } from '../../entity-room/room.ts'
import { ImportJsonDialog } from '../../json-files/import-json-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { useRuleChainCalls } from './rule-chain-calls.ts'
import { importedRuleChain } from './rule-chain-input.ts'

interface ImportRuleChainDialogProps extends RoomDialogProps {
  readonly type: RuleChainType
}

export default function ImportRuleChainDialog({ type, onClose, onAdded }: ImportRuleChainDialogProps) {
  const t = useText()
  const ruleChains = useRuleChainCalls()
  const toasts = useToasts()

  async function run(chains: RuleChainImport) {
    const [result] = await ruleChains.import(chains, {}, { ignoreErrors: true })
    if (!result?.ruleChainId) throw new Error(result?.error ?? t('ruleChains.importFailed'))
    await onAdded(result.ruleChainId.id)
    toasts.show({ kind: 'success', text: t('ruleChains.imported', { name: result.ruleChainName }) })
  }

  return (
    <ImportJsonDialog
      title={t(type === 'CORE' ? 'ruleChains.add' : 'ruleChains.addTemplate')}
      parse={(content) => importedRuleChain(content, type, t)}
      run={run}
      onClose={onClose}
    />
  )
}

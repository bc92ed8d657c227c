/**
 * Imports a rule chain with its nodes from a file, completely or not at all. The server also stores nodes that can't
 * run, such as nodes of an unknown class: the dialog names them.
 */

import type { RuleChainImport, RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import { useState } from 'react'
import type { ImportDialogProps } from '../../entity-room/room.ts'
import { ImportJsonDialog } from '../../json-files/import-json-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { BrokenNodesDialog } from './broken-nodes-dialog.tsx'
import { type BrokenNode, brokenNodes } from './node-problems.ts'
import { useRuleChainCalls } from './rule-chain-calls.ts'
import { importedRuleChain } from './rule-chain-input.ts'

interface ImportRuleChainDialogProps extends ImportDialogProps {
  readonly type: RuleChainType
}

interface Imported {
  readonly id: string
  readonly name: string
  readonly broken: readonly BrokenNode[]
}

export default function ImportRuleChainDialog({ type, onClose, onAdded, onChanged }: ImportRuleChainDialogProps) {
  const t = useText()
  const ruleChains = useRuleChainCalls()
  const toasts = useToasts()
  const [imported, setImported] = useState<Imported | null>(null)

  async function run(chains: RuleChainImport) {
    const [result] = await ruleChains.import(chains, {}, { ignoreErrors: true })
    if (!result?.ruleChainId) throw new Error(result?.error ?? t('ruleChains.importFailed'))
    const { id } = result.ruleChainId
    const name = result.ruleChainName
    // The chain is stored: a failed check must not look like a failed import, which would be repeated.
    const problems = await ruleChains.problems(id, { ignoreErrors: true }).catch(() => null)
    const broken = problems === null ? [] : brokenNodes(problems)
    if (broken.length > 0) {
      void onChanged()
      return setImported({ id, name, broken })
    }
    await onAdded(id)
    if (problems === null) toasts.show({ kind: 'warning', text: t('ruleChains.importedUnchecked', { name }) })
    else toasts.show({ kind: 'success', text: t('ruleChains.imported', { name }) })
  }

  if (imported) {
    return (
      <BrokenNodesDialog
        chainName={imported.name}
        nodes={imported.broken}
        onOpen={() => void onAdded(imported.id)}
        onClose={onClose}
      />
    )
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

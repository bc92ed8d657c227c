/** Edits a rule as a sentence, or with all its fields if a sentence can't express it. */

import { type ReactNode, useState } from 'react'
import { useRuleTexts } from '../../alarms/rule-texts.ts'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { RuleFields, type RuleFieldsProps } from './rule-fields.tsx'
import { sentenceCondition } from './rule-suggestions.ts'
import { ruleWords } from './rule-words.ts'
import { SentenceFields } from './sentence-fields.tsx'

interface RuleEditorProps extends RuleFieldsProps {
  /** Field of the severity; a clear rule has none. */
  readonly severity?: ReactNode
  /** Content next to the sentence. */
  readonly children?: ReactNode
}

export function RuleEditor({ severity, children, ...rest }: RuleEditorProps) {
  const t = useText()
  const texts = useRuleTexts(rest.profileId)
  const [showsAll, setShowsAll] = useState(false)
  const condition = sentenceCondition(rest.rule)
  return (
    <>
      {condition && !showsAll ? (
        <SentenceFields {...rest} condition={condition} severity={severity} />
      ) : (
        <>
          {severity}
          <RuleFields {...rest} />
        </>
      )}
      <div className="sd-sentence-line">
        {/* Without a key there is nothing to read yet; the paragraph keeps its place. */}
        <p>{condition?.name.trim() !== '' && ruleWords(rest.rule, texts)}</p>
        {children}
        {condition && (
          <Button size="sm" kind="plain" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {t(showsAll ? 'deviceProfiles.fewerOptions' : 'deviceProfiles.moreOptions')}
          </Button>
        )}
      </div>
    </>
  )
}

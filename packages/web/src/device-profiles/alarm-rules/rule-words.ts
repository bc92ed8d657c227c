/** Describes the draft of a rule as a sentence. */

import { ruleSentence, type SentenceTexts } from '@sonde/model/device-profiles/rule-sentence'
import type { RuleDraft } from './alarm-rule-draft.ts'
import { wireOfRule } from './alarm-rule-input.ts'

export const ruleWords = (rule: RuleDraft, texts: SentenceTexts): string => ruleSentence(wireOfRule(rule), texts)

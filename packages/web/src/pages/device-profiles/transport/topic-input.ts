/** Topics that MQTT devices publish to. */

import type { Translate } from '../../../locale/texts.ts'
import type { PlaceErrors } from '../../../ui/field/field-places.tsx'
import { tooLong } from '../../../ui/field/text-errors.ts'

export interface TopicsDraft {
  readonly telemetryTopic: string
  readonly attributesTopic: string
}

export function topicErrors({ telemetryTopic, attributesTopic }: TopicsDraft, t: Translate): PlaceErrors {
  return {
    telemetryTopic: topicError(telemetryTopic, t),
    attributesTopic:
      topicError(attributesTopic, t) ??
      (telemetryTopic.trim() === attributesTopic.trim() ? t('deviceProfiles.topicsEqual') : undefined),
  }
}

function topicError(topic: string, t: Translate): string | undefined {
  const levels = topic.trim().split('/')
  if (topic.trim() === '') return t('deviceProfiles.topicRequired')
  // MQTT-4.7.1: `+` must occupy a whole level, `#` must be the last level.
  const isFilter = levels.every(
    (level, at) => level === '+' || (level === '#' ? at === levels.length - 1 : !/[+#]/.test(level)),
  )
  return isFilter ? tooLong(topic, t) : t('deviceProfiles.topicInvalid')
}

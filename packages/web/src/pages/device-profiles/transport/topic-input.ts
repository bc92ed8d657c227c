/** Topics that MQTT devices publish to. */

import type { Translate } from '../../../locale/texts.ts'
import type { PlaceFaults } from '../../../ui/field/field-places.tsx'
import { tooLong } from '../../../ui/field/text-faults.ts'

export interface TopicsDraft {
  readonly telemetryTopic: string
  readonly attributesTopic: string
}

export function topicFaults({ telemetryTopic, attributesTopic }: TopicsDraft, t: Translate): PlaceFaults {
  return {
    telemetryTopic: topicFault(telemetryTopic, t),
    attributesTopic:
      topicFault(attributesTopic, t) ??
      (telemetryTopic.trim() === attributesTopic.trim() ? t('deviceProfiles.topicsEqual') : undefined),
  }
}

function topicFault(topic: string, t: Translate): string | undefined {
  const levels = topic.trim().split('/')
  if (topic.trim() === '') return t('deviceProfiles.topicRequired')
  // MQTT-4.7.1: + is a whole level, # the last one.
  const isFilter = levels.every(
    (level, at) => level === '+' || (level === '#' ? at === levels.length - 1 : !/[+#]/.test(level)),
  )
  return isFilter ? tooLong(topic, t) : t('deviceProfiles.topicInvalid')
}

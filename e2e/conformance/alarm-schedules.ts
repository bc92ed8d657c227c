/**
 * Adapts the recording of the alarm rules scenario to the time of the week at which it runs.
 *
 * All steps have explicit times, except the deletion of an attribute, which takes place when the scenario runs: the
 * server then evaluates each rule with a schedule at the present time. The recording was made when none of those
 * schedules was active.
 */

/** Step of a recording. */
export interface RecordedStep {
  readonly step: string
  readonly body?: unknown
}

interface Outcome {
  readonly relation: string
  readonly data?: { readonly type: string; readonly name: string }
  readonly meta?: object
}

const stepOfNow = 'attribute: deleted'
/** Alarm of a rule whose schedule is always active. */
const always = 'Any time'

/**
 * Scheduled rules of the scenario. `holds`: whether the schedule is active, by day (1 is Monday) and hour, UTC.
 * `isThere`: whether the alarm was raised before.
 */
const scheduled: readonly {
  readonly type: string
  readonly isThere: boolean
  readonly holds: (day: number, hour: number) => boolean
}[] = [
  { type: 'In time', isThere: true, holds: (day, hour) => day === 7 && hour === 12 },
  { type: 'Custom on', isThere: true, holds: (day, hour) => day === 7 && hour === 12 },
  { type: 'Round midnight', isThere: true, holds: (day, hour) => day === 7 && (hour >= 12 || hour < 1) },
  { type: 'Other day', isThere: false, holds: (day) => day === 1 },
  { type: 'Other hour', isThere: false, holds: (day, hour) => day === 7 && hour === 13 },
  // 12:00 to 13:00 in Tokyo.
  { type: 'Other zone', isThere: false, holds: (day, hour) => day === 7 && hour === 3 },
  { type: 'Custom other hour', isThere: false, holds: (day, hour) => day === 7 && hour === 0 },
]

/** The recording, with the alarms that the rules additionally raise at `now`. */
export function recordedAt<Step extends RecordedStep>(steps: readonly Step[], now: Date): readonly Step[] {
  const day = now.getUTCDay() || 7
  const held = scheduled.filter(({ holds }) => holds(day, now.getUTCHours()))
  return steps.map((step) => {
    if (step.step !== stepOfNow) return step
    const { Rules: outcomes } = step.body as { readonly Rules: readonly Outcome[] }
    const like = outcomes.find(({ data }) => data?.type === always)
    if (!like) throw new Error(`The recording of "${stepOfNow}" has no alarm "${always}".`)
    const more = held.map(
      ({ type, isThere }): Outcome => ({
        ...like,
        relation: isThere ? 'Alarm Updated' : 'Alarm Created',
        data: { ...like.data, type, name: type },
        meta: isThere ? { isExistingAlarm: 'true' } : { isNewAlarm: 'true' },
      }),
    )
    return { ...step, body: { Rules: [...outcomes, ...more].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)) } }
  })
}

/** The scenario sorts outcomes by their JSON, which begins with the relation and then the alarm's type. */
const orderOf = ({ relation, data }: Outcome) => JSON.stringify([relation, data?.type])

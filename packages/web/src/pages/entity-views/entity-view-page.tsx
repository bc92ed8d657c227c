/** Page of one entity view. */

import { useScopedRoom } from '../../assignment/list-scope.ts'
import { RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { entityViewRoom } from './entity-view-room.tsx'

export const EntityViewPage = () => <RoomOwnPage room={useScopedRoom(entityViewRoom)} />

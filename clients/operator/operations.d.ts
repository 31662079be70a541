// Made from the operator API's document by `npm run openapi`; not written by hand.
export interface paths {
    "/operator/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in, and the token that changes need.
         * @description Any operator.
         */
        get: operations["showSession"];
        put?: never;
        /**
         * Exchange a key for a session: an HttpOnly cookie, and the token that changes need.
         * @description Whoever knows it.
         */
        post: operations["signIn"];
        /**
         * End the session; its cookie is good for nothing any more.
         * @description Whoever signed in with the identity provider stays signed in there, until the browser opens `/operator/v1/session/oidc/end`.
         *
         *     Any operator.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the one-time code of a sign-in link for a session.
         * @description While there is no operator, the service prints a link when it starts: its code makes the first one, an admin of all accounts, whose key is in this answer and nowhere else. The link of a demo signs in as an operator who exists; `key` is then null. A code works once.
         *
         *     Whoever knows it.
         */
        post: operations["signInWithCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The accounts that the operator may see, by name.
         * @description Any operator; a key with the scope `read`.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Make an account: one tenant in one environment.
         * @description Both booking endpoints are off unless they are enabled here or later.
         *
         *     Admins of all accounts; a key with the scope `accounts`.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One account with its hosts, endpoints and counts.
         * @description Any operator; a key with the scope `read`.
         */
        get: operations["showAccount"];
        put?: never;
        post?: never;
        /**
         * Delete a closed account with all its data, for good.
         * @description In portions, beside callers of other accounts. From its beginning on, operators write nothing more to the account: they can open it again, or go on with the deletion. 202 says what is gone after twenty seconds: the same again goes on, and so does the service by itself. The audit log keeps who did what and when, without details. Backups and exports are not reached.
         *
         *     Admins of all accounts; a key with the scope `accounts`.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take away its API hosts, its endpoints and its clients; its data stays.
         * @description Tokens are dead at once. A host, endpoints and a new client open the account again; secrets do not come back.
         *
         *     Admins of all accounts; a key with the scope `accounts`.
         */
        post: operations["closeAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/hosts/{host}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give an account one more API host.
         * @description Admins of all accounts; a key with the scope `accounts`.
         */
        put: operations["addApiHost"];
        post?: never;
        /**
         * Take an API host away: requests to it reach no account any more.
         * @description Admins of all accounts; a key with the scope `accounts`.
         */
        delete: operations["removeApiHost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/endpoints/{endpoint}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Enable an endpoint of the public interface.
         * @description Admins; a key with the scope `accounts`.
         */
        put: operations["enableEndpoint"];
        post?: never;
        /**
         * Disable an endpoint of the public interface.
         * @description Admins; a key with the scope `accounts`.
         */
        delete: operations["disableEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An account's clients: age, last use and end of their secrets.
         * @description Any operator; a key with the scope `credentials`.
         */
        get: operations["listCredentials"];
        put?: never;
        /**
         * Make a client; its secret is in this answer and nowhere else.
         * @description Admins; a key with the scope `credentials`.
         */
        post: operations["createCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/credentials/{client_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a client a new secret; the old one goes on for the overlap.
         * @description Admins; a key with the scope `credentials`.
         */
        post: operations["rotateCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/credentials/{client_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a client, its secrets and its tokens at once.
         * @description Admins; a key with the scope `credentials`.
         */
        post: operations["revokeCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/credentials/{client_id}/label": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a client a label by which operators know it, or take it away.
         * @description Admins; a key with the scope `credentials`.
         */
        put: operations["labelCredential"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients/{client_id}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account of a client, in a list of one.
         * @description Any operator; a key with the scope `credentials`.
         */
        get: operations["findAccountOfClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bookings by who, where, when and status, in the order of their slots.
         * @description A page may have fewer items than its limit, or none, and a next_cursor: a name that many have is searched for a moment at a time.
         *
         *     Any operator; a key with the scope `read`.
         */
        get: operations["findBookings"];
        put?: never;
        /**
         * Book a slot for a contact: CONFIRMED while seats are left, else on the waitlist.
         * @description All tickets get a seat or the booking waits with all of them. Behind others who hold it back, a new booking of a limited ticket type waits even if seats are free. With `hold` it gets the seats that are kept, and never waits.
         *
         *     Agents and admins; a key with the scope `book`.
         */
        post: operations["book"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/bookings/{booking}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A booking with its tickets, attendees and history.
         * @description Any operator; a key with the scope `read`.
         */
        get: operations["showBooking"];
        /**
         * Book under an id of the caller's choice.
         * @description The same again is the booking as it is, whatever became of it since; other content under its id is 409.
         *
         *     Agents and admins; a key with the scope `book`.
         */
        put: operations["bookAs"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/bookings/{booking}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rule by rule whether it can be cancelled, and why it still waits.
         * @description Any operator; a key with the scope `read`.
         */
        get: operations["explainBooking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/bookings.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All bookings that match as CSV for a spreadsheet, of one moment.
         * @description A row a booking, by slot. A cell that a spreadsheet would run as a formula begins with an apostrophe. A file that breaks off is cut off with its connection.
         *
         *     Any operator; a key with the scope `read`.
         */
        get: operations["downloadBookings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/bookings/{booking}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The operator's accounts that have a booking of this id: after a copy, several may.
         * @description Any operator.
         */
        get: operations["findAccountsOfBooking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/bookings/{booking}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a booking, or one of its tickets.
         * @description Agents and admins; a key with the scope `cancel`.
         */
        post: operations["cancelBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/bookings/{booking}/check-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check in the attendees of a booking; doing it again is harmless.
         * @description Staff, agents and admins; a key with the scope `desk`.
         */
        post: operations["checkIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/bookings/{booking}/undo-check-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a check-in back.
         * @description Staff, agents and admins; a key with the scope `desk`.
         */
        post: operations["undoCheckIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/bookings/{booking}/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put names right, give a booking to another contact, change the shop's own data.
         * @description What is left out stays as it is. Another contact needs the scope move, all else desk. Seats, status and place in line stay. A booking of an erased contact does not change.
         *
         *     Staff, agents and admins; a key with the scope `desk` or `move`.
         */
        post: operations["changeBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/waitlist/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm every waiting booking that fits, first come, first served.
         * @description On each slot the first that needs more seats than are free holds back the rest. Who waits where no seat is given any more, mostly because the slot has begun, is left.
         *
         *     Agents and admins; a key with the scope `waitlist`.
         */
        post: operations["promoteWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/bookings/{booking}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the first booking of a slot's waitlist.
         * @description Agents and admins; a key with the scope `waitlist`.
         */
        post: operations["promoteBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/bookings/{booking}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a waiting booking with the seats that are kept for it.
         * @description Where a campaign's waitlist_promotion is offer, free seats are kept for the first in line until offer_ends_at. Accepting again answers the booking. A cancel declines.
         *
         *     Agents and admins; a key with the scope `waitlist` or `book`.
         */
        post: operations["acceptOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The live offers of a contact, the first to end first.
         * @description Agents and admins; a key with the scope `waitlist` or `book`.
         */
        get: operations["listOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/cancellations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The cancelled bookings of a contact, and why; those of the latest slots first.
         * @description Agents and admins; a key with the scope `waitlist` or `book`.
         */
        get: operations["listCancellations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/bookings/{booking}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a booking to another slot of its campaign.
         * @description What is left out stays as it is. The booking gets seats there as a new one would, or joins the waitlist there; a campaign's cut-off does not count. Moving it again changes nothing.
         *
         *     Agents and admins; a key with the scope `move`.
         */
        post: operations["moveBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/holds/{hold}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A hold as it is; one that has ended, for a day after its end.
         * @description Any operator; a key with the scope `book` or `read`.
         */
        get: operations["showHold"];
        /**
         * Keep seats for a while, under an id of the caller's choice.
         * @description They are taken for everybody else until it is booked, released, or ended. A hold never waits: where a booking would, it is 409. The same again is the hold with the same end; other content under its id, or an id whose hold is not live any more, is 409.
         *
         *     Agents and admins; a key with the scope `book`.
         */
        put: operations["makeHold"];
        post?: never;
        /**
         * Give the seats of a hold back; one that has ended already stays so.
         * @description Whoever waits for them moves up where the campaign promotes automatically.
         *
         *     Agents and admins; a key with the scope `book`.
         */
        delete: operations["releaseHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live holds, of one slot or of all, the one that ends first before the others.
         * @description Any operator; a key with the scope `read`.
         */
        get: operations["listHolds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/holds/{hold}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a live hold end so many seconds from now.
         * @description It ends a day after it was made at the latest, and when bookings close.
         *
         *     Agents and admins; a key with the scope `book`.
         */
        post: operations["extendHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/slots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Slots with their seats and waitlists, by start.
         * @description Any operator; a key with the scope `read` or `book`.
         */
        get: operations["listSlots"];
        put?: never;
        /**
         * Add slots at these times; those that exist stay as they are.
         * @description Admins; a key with the scope `slots`.
         */
        post: operations["addSlots"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/slots.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All slots that match as CSV for a spreadsheet.
         * @description A row a slot, by start. It is read in portions: a slot that changes meanwhile is as it was before or after.
         *
         *     Any operator; a key with the scope `read`.
         */
        get: operations["downloadSlots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions/{interaction}/activities/{activity}/slots/{starting_at}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One slot with its seats and waitlist.
         * @description Any operator; a key with the scope `read` or `book`.
         */
        get: operations["showSlot"];
        /**
         * Change how many seats a slot has, its length, or what it takes of single ticket types; added seats may go to its waitlist.
         * @description Admins; a key with the scope `slots`.
         */
        put: operations["changeSlotCapacity"];
        post?: never;
        /**
         * Take a slot out that nobody ever booked.
         * @description Admins; a key with the scope `slots`.
         */
        delete: operations["removeSlot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions/{interaction}/activities/{activity}/slots/{starting_at}/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who waits for a seat of the slot, first come first, and why each has not moved up.
         * @description The first 1,000. Who waits for no seat, as all tickets are cancelled, is not here.
         *
         *     Any operator; a key with the scope `read`.
         */
        get: operations["showWaitlist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions/{interaction}/activities/{activity}/slots/{starting_at}/arrivals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is expected at the slot, and when those who came checked in.
         * @description Any operator; a key with the scope `read`.
         */
        get: operations["showArrivals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/slots/pattern": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add slots week after week, by clocks in the campaign's time zone.
         * @description A time that the clock jumps over is left out and reported; of a time that comes twice, the first counts.
         *
         *     Admins; a key with the scope `slots`.
         */
        post: operations["addSlotsByPattern"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/slots/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add slots from a spreadsheet, or change capacities: all rows or none.
         * @description The first row names the columns, in any order: interaction, activity, host, starting_at, capacity, slot_duration_in_minutes (or `none`), ticket_types (the slot's own limits, `vip=4|general=18`; `vip=none` removes one and `none` all). starting_at is RFC 3339, or `2031-05-01 09:30` in the campaign's time zone. Bad rows are told by their lines with status 422.
         *
         *     Admins; a key with the scope `slots`.
         */
        post: operations["importSlots"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions/{interaction}/activities/{activity}/slots/{starting_at}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel all bookings of a slot and set its capacity to 0.
         * @description Nobody is promoted into the seats, and a campaign's cut-off does not count. A slot of thousands of bookings is closed in several transactions, the first of which takes the capacity away: repeat a request that was not answered. Nobody books a closed slot, with `late` or `overbook` either, until its capacity is above 0.
         *
         *     Admins; a key with the scope `slots`.
         */
        post: operations["closeSlot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions/{interaction}/activities/{activity}/slots/{starting_at}/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a slot another host, start or length, with everything in it.
         * @description Its bookings, waitlist, holds and limits go with it in one transaction, each with its status and place in line; the change of each is `moved` with `because` `slot-changed`. A slot that is there already and has bookings is joined on request, within its capacity; its capacity and length stay. Limits per contact are passed over and named. Neither slot may have begun.
         *
         *     Admins; a key with the scope `slots`.
         */
        post: operations["changeSlot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The groups there are, with their ETags.
         * @description Any operator; a key with the scope `read`.
         */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/groups/{unique_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the groups, as a line of a data file.
         * @description Any operator; a key with the scope `read`.
         */
        get: operations["showGroup"];
        /**
         * Make or change one of the groups, whole.
         * @description Admins; a key with the scope `catalogue`.
         */
        put: operations["putGroup"];
        post?: never;
        /**
         * Take it out, while nothing refers to it.
         * @description Admins; a key with the scope `catalogue`.
         */
        delete: operations["removeGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The interactions there are, with their ETags.
         * @description Any operator; a key with the scope `read` or `book`.
         */
        get: operations["listInteractions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions/{public_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the interactions, as a line of a data file.
         * @description Any operator; a key with the scope `read` or `book`.
         */
        get: operations["showInteraction"];
        /**
         * Make or change one of the interactions, whole.
         * @description Admins; a key with the scope `catalogue`.
         */
        put: operations["putInteraction"];
        post?: never;
        /**
         * Take it out, while nobody ever booked any of it.
         * @description Admins; a key with the scope `catalogue`.
         */
        delete: operations["removeInteraction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions/{interaction}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The activities there are, with their ETags.
         * @description Any operator; a key with the scope `read` or `book`.
         */
        get: operations["listActivities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions/{interaction}/activities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the activities, as a line of a data file.
         * @description Any operator; a key with the scope `read` or `book`.
         */
        get: operations["showActivity"];
        /**
         * Make or change one of the activities, whole.
         * @description Admins; a key with the scope `catalogue`.
         */
        put: operations["putActivity"];
        post?: never;
        /**
         * Take it out, while nobody ever booked any of it.
         * @description Admins; a key with the scope `catalogue`.
         */
        delete: operations["removeActivity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions/{interaction}/activities/{activity}/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The hosts there are, with their ETags.
         * @description Any operator; a key with the scope `read` or `book`.
         */
        get: operations["listHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions/{interaction}/activities/{activity}/hosts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the hosts, as a line of a data file.
         * @description Any operator; a key with the scope `read` or `book`.
         */
        get: operations["showHost"];
        /**
         * Make or change one of the hosts, whole.
         * @description Admins; a key with the scope `catalogue`.
         */
        put: operations["putHost"];
        post?: never;
        /**
         * Take it out, while nothing refers to it.
         * @description Admins; a key with the scope `catalogue`.
         */
        delete: operations["removeHost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions/{interaction}/activities/{activity}/ticket-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ticket types there are, with their ETags.
         * @description Any operator; a key with the scope `read` or `book`.
         */
        get: operations["listTicketTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/interactions/{interaction}/activities/{activity}/ticket-types/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the ticket types, as a line of a data file.
         * @description Any operator; a key with the scope `read` or `book`.
         */
        get: operations["showTicketType"];
        /**
         * Make or change one of the ticket types, whole.
         * @description Admins; a key with the scope `catalogue`.
         */
        put: operations["putTicketType"];
        post?: never;
        /**
         * Take it out, while nothing refers to it.
         * @description Admins; a key with the scope `catalogue`.
         */
        delete: operations["removeTicketType"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/catalogue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change several things of the catalogue together, all or none.
         * @description A new campaign comes this way, together with its first activity. if_match is the ETag of what was seen, or null for something new; absent, whatever stands there is replaced.
         *
         *     Admins; a key with the scope `catalogue`.
         */
        post: operations["editCatalogue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The contact with this external id, in a list of one or none.
         * @description Any operator; a key with the scope `people`.
         */
        get: operations["findContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/contacts/{contact}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that is known about a contact.
         * @description Any operator; a key with the scope `people`.
         */
        get: operations["exportContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/contacts/{contact}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A contact's bookings as lines of a data file, by slot start.
         * @description Any operator; a key with the scope `people`.
         */
        get: operations["exportContactLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/contacts/{contact}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take out who a contact is: external id, attendees' names, and the data and references of its bookings.
         * @description The bookings stay, under an id that nobody knows, so that seats and histories add up. Backups, exports and other systems are not reached.
         *
         *     Admins; a key with the scope `people`.
         */
        delete: operations["eraseContact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/contacts/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The same for the contact with this external id.
         * @description The bookings stay, under an id that nobody knows, so that seats and histories add up. Backups, exports and other systems are not reached.
         *
         *     Admins; a key with the scope `people`.
         */
        post: operations["eraseExternalId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/contacts/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give all bookings of a contact to another one.
         * @description The contact ends. Seats, waitlists and histories stay; the other may exceed a limit.
         *
         *     Admins; a key with the scope `people`.
         */
        post: operations["mergeContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to a request of a caller, newest first where an id was used again.
         * @description Any operator; a key with the scope `records`.
         */
        get: operations["traceRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What operators did, newest first.
         * @description Changes of bookings stand in the bookings' own histories. An operator of some accounts sees what concerns these.
         *
         *     Any operator; a key with the scope `records`.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Operators, live ones first; never a key.
         * @description Admins of all accounts; a key with the scope `operators`.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Let somebody in; the key is in this answer and nowhere else.
         * @description Admins of all accounts; a key with the scope `operators`.
         */
        post: operations["createOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators/{name}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an operator's key and sessions; the name may be given again.
         * @description One admin of all accounts stays: to replace the only one, make another one first.
         *
         *     Admins of all accounts; a key with the scope `operators`.
         */
        post: operations["revokeOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/operators/{name}/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an operator other rights; its key and sessions stay, and have them at once.
         * @description What is absent stays as it is. Nobody gives more than they hold, to others or to themselves, and one admin of all accounts stays. The name stays, because histories and the audit log have it.
         *
         *     Admins of all accounts; a key with the scope `operators`.
         */
        post: operations["changeOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whose key it is: name, role or scopes, accounts, campaigns and end.
         * @description Any operator.
         */
        get: operations["whoAmI"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The operator's own sessions, latest first.
         * @description Any operator.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/everybody": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sessions of all operators, latest first.
         * @description Admins of all accounts; a key with the scope `operators`.
         */
        get: operations["listSessionsOfAll"];
        put?: never;
        post?: never;
        /**
         * End the sessions of all operators, or of one; the one that asks goes on.
         * @description Admins of all accounts; a key with the scope `operators`.
         */
        delete: operations["endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/session/all/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of the operator's own sessions; admins of all accounts end anybody's.
         * @description Any operator.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to the account's bookings since a cursor, oldest first.
         * @description A reader that sends back the cursor of each answer sees every change once, and those of a booking in their order. The booking is the one of now: a later change may be in it already.
         *
         *     Any operator; a key with the scope `changes`.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An account's webhooks.
         * @description Admins; a key with the scope `webhooks`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Make a webhook; its secret is in this answer and nowhere else.
         * @description It posts every change of the account from now on, or from a cursor of the feed, signed by Standard Webhooks: at least once, those of one booking in their order.
         *
         *     Admins; a key with the scope `webhooks`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/webhooks/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One webhook.
         * @description Admins; a key with the scope `webhooks`.
         */
        get: operations["showWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove it, with its secrets and its log of deliveries.
         * @description Admins; a key with the scope `webhooks`.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/webhooks/{webhook}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop posting; what changes meanwhile is posted when it is resumed.
         * @description A webhook that is paused for longer than the feed goes back ends.
         *
         *     Admins; a key with the scope `webhooks`.
         */
        post: operations["pauseWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/webhooks/{webhook}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on where it stopped.
         * @description Admins; a key with the scope `webhooks`.
         */
        post: operations["resumeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/webhooks/{webhook}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give it a new secret; both sign for the overlap.
         * @description Admins; a key with the scope `webhooks`.
         */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/webhooks/{webhook}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account of a webhook, in a list of one.
         * @description Admins; a key with the scope `webhooks`.
         */
        get: operations["findAccountOfWebhook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/webhooks/{webhook}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post an event of the type webhook.test, which tells of no change.
         * @description Admins; a key with the scope `webhooks`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/webhooks/{webhook}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was posted lately, newest first, with every attempt.
         * @description Admins; a key with the scope `webhooks`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/webhooks/{webhook}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post a delivery again, or everything after a cursor, under the same ids.
         * @description Admins; a key with the scope `webhooks`.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/webhooks/{webhook}/give-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give up a delivery, so that later ones of its booking are posted.
         * @description Admins; a key with the scope `webhooks`.
         */
        post: operations["giveUpWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/import-templates/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An example file to import, with every column, and what each column is.
         * @description Any operator.
         */
        get: operations["showImportTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Imports that are running or were, newest first.
         * @description Any operator; a key with the scope `import`.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Import a data file, whole or not at all; the answer names the job.
         * @description The answer comes when the file has arrived; ask any node for the job to see how it goes. An account's second file waits until its first is imported. The last 100 of an account are remembered for 30 days. A key that is limited to campaigns imports lines of these alone, and sees jobs that were limited to them.
         *
         *     Admins; a key with the scope `import`.
         */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/imports/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import bookings from a spreadsheet, all or none; the answer names the job.
         * @description The first row has the names of a booking line's fields; `tickets` is how many, `attendees` their names with | between them. A file of another system begins with a line of its own, `map=` and a JSON object that says what its columns are.
         *
         *     Admins; a key with the scope `import`.
         */
        post: operations["startCsvImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/imports/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the columns of a spreadsheet seem to be, and its first rows as bookings.
         * @description The body is a spreadsheet or its beginning, with a mapping before it as for an import. Whether the slots, activities and ticket types exist is not looked up: an import with `dry_run` does that.
         *
         *     Admins; a key with the scope `import`.
         */
        post: operations["previewSpreadsheet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/imports/{import}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far an import is, and its bad lines.
         * @description Any operator; a key with the scope `import`.
         */
        get: operations["showImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/imports/{import}/skipped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The lines that an import with `skip_bad` left out, to be mended and imported again.
         * @description A data file with a comment before each line that says what is wrong, or a spreadsheet with the column `import_error`, which an import ignores. Those of the account's last ten such imports are kept for seven days, or until a contact that they name is erased, up to 32 MB each.
         *
         *     Admins; a key with the scope `import`.
         */
        get: operations["downloadSkippedLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account's catalogue and bookings as a data file, of one moment.
         * @description Imported into an empty account it gives the same answers; histories, credentials and operators are not in it. A file that breaks off is not whole: its connection is cut, as it is when its reader takes nothing for a minute.
         *
         *     Admins; a key with the scope `people`.
         */
        get: operations["exportData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold the account's data against every law; each breach is told.
         * @description It reads everything, so that it takes seconds where there is much.
         *
         *     Admins; a key with the scope `accounts`.
         */
        post: operations["verifyData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold the data of all accounts against every law, and let the database check itself.
         * @description The database's own check is SQLite's, or PostgreSQL's amcheck where it is installed. Where there is much it takes minutes.
         *
         *     Admins of all accounts; a key with the scope `accounts`.
         */
        post: operations["verifyInstallation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of the bookings: seats, check-ins, no-shows, by day, slot or place.
         * @description Every slot counts, booked or not. It is read in portions, at one moment; where there is much, it takes seconds.
         *
         *     Any operator; a key with the scope `report`.
         */
        get: operations["showReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/report/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as CSV for a spreadsheet.
         * @description A cell that a spreadsheet would run as a formula begins with an apostrophe.
         *
         *     Any operator; a key with the scope `report`.
         */
        get: operations["downloadReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{tenant}/{environment}/slots/lengths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change how long the slots of a host last, or of an activity without a choice of hosts.
         * @description Slots that are made later last as long. Existing ones stay as they are, unless also_slots_from says from when on they change too, whatever each lasted; dry_run names these first.
         *
         *     Admins; a key with the scope `catalogue`.
         */
        post: operations["changeSlotLengths"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests, refusals and latencies of callers during the last minutes, hour or day.
         * @description Counted in the memory of this node since it was started, over all its processes. An operator of some accounts sees what reached these; requests that reached no account are for operators of all.
         *
         *     Any operator; a key with the scope `read`.
         */
        get: operations["showOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description RFC 9457. Some problems have members of their own. */
        Problem: {
            /** @description A URN that ends in the problem's name. */
            type: string;
            title: string;
            status: number;
            /** @description What happened, and what to do. */
            detail: string;
            /**
             * @description Your own identifier for this request, for example a UUID. One with 1 to 128 letters, digits or `. _ : / + = @ -`, sent once, is kept and comes back; any other is replaced.
             * @example 0b6f2c9e-3a51-4d0e-9d3c-5a7c9d1f2e3b
             */
            request_id: string;
        };
        Account: {
            /** @description An account, `tenant/environment`. */
            account: string;
            api_hosts: string[];
            enabled_endpoints: string[];
            /** @description Rows by their kind. */
            counts: {
                [key: string]: number;
            };
        };
        Credential: {
            client_id: string;
            audience: string;
            /** @description What operators call the client. */
            label: string | null;
            /** @description An account, `tenant/environment`. */
            account: string;
            /**
             * Format: date-time
             * @description When it was made. RFC 3339, UTC in answers.
             */
            created_at: string;
            /** @description When it ended. */
            revoked_at: string | null;
            secrets: {
                /** @description What may be shown of the secret. */
                prefix: string;
                /**
                 * Format: date-time
                 * @description When it was made. RFC 3339, UTC in answers.
                 */
                created_at: string;
                /** @description When a token was last issued for it, about. */
                last_used_at: string | null;
                /** @description When it ends. */
                expires_at: string | null;
            }[];
        };
        IssuedCredential: {
            client_id: string;
            /** @description Shown here once and never again. */
            client_secret: string;
            audience: string;
            /** @description An account, `tenant/environment`. */
            account: string;
        };
        Booking: {
            /** @description A lower-case UUID. */
            booking: string;
            /** @description An account, `tenant/environment`. */
            account: string;
            /** @description The caller's identifier of the contact. */
            external_id: string;
            /** @description The campaign's public key. */
            interaction: string;
            activity: string;
            /** @description Absent without a choice of hosts. */
            host?: string;
            /**
             * Format: date-time
             * @description When the slot starts. RFC 3339, UTC in answers.
             */
            slot_starting_at: string;
            ticket_type: string;
            booking_status: "CONFIRMED" | "WAITLIST" | "CANCELLED";
            /**
             * Format: date-time
             * @description Since when it has this status. RFC 3339, UTC in answers.
             */
            booked_at: string;
            /**
             * Format: date-time
             * @description Until when free seats are kept for it, which accept takes; absent where none are. RFC 3339, UTC in answers.
             */
            offer_ends_at?: string;
            tickets: {
                number: number;
                /** @description When it was cancelled. */
                cancelled_at: string | null;
                attendee: {
                    /** @description The attendee's name, where it is known. */
                    display_name: string | null;
                    /** @description When the attendee checked in. */
                    checked_in_at: string | null;
                };
            }[];
            /** @description The shop's own number of the booking; no other booking of the campaign has it. */
            reference?: string;
            /** @description The shop's own data, which the service does not read: at most 4096 bytes of compact JSON. */
            data?: {
                [key: string]: unknown;
            };
            history: {
                number: number;
                event: string;
                booking_status: string;
                /**
                 * Format: date-time
                 * @description When it took effect. RFC 3339, UTC in answers.
                 */
                at: string;
                /**
                 * Format: date-time
                 * @description When it was written down. RFC 3339, UTC in answers.
                 */
                recorded_at: string;
                actor: string;
                /** @description By which request. */
                request_id: string | null;
                /** @description What stood before and after. */
                details: unknown;
                /** @description Why, as in a change of the feed. */
                because?: string;
            }[];
        };
        Explanation: {
            /** @description A lower-case UUID. */
            booking: string;
            /** @description An account, `tenant/environment`. */
            account: string;
            /** @description The caller's identifier of the contact. */
            external_id: string;
            /** @description The campaign's public key. */
            interaction: string;
            activity: string;
            /** @description Absent without a choice of hosts. */
            host?: string;
            /**
             * Format: date-time
             * @description When the slot starts. RFC 3339, UTC in answers.
             */
            slot_starting_at: string;
            ticket_type: string;
            booking_status: "CONFIRMED" | "WAITLIST" | "CANCELLED";
            /**
             * Format: date-time
             * @description Since when it has this status. RFC 3339, UTC in answers.
             */
            booked_at: string;
            /**
             * Format: date-time
             * @description Until when free seats are kept for it, which accept takes; absent where none are. RFC 3339, UTC in answers.
             */
            offer_ends_at?: string;
            tickets: {
                number: number;
                /** @description When it was cancelled. */
                cancelled_at: string | null;
                attendee: {
                    /** @description The attendee's name, where it is known. */
                    display_name: string | null;
                    /** @description When the attendee checked in. */
                    checked_in_at: string | null;
                };
            }[];
            /** @description The shop's own number of the booking; no other booking of the campaign has it. */
            reference?: string;
            /** @description The shop's own data, which the service does not read: at most 4096 bytes of compact JSON. */
            data?: {
                [key: string]: unknown;
            };
            history: {
                number: number;
                event: string;
                booking_status: string;
                /**
                 * Format: date-time
                 * @description When it took effect. RFC 3339, UTC in answers.
                 */
                at: string;
                /**
                 * Format: date-time
                 * @description When it was written down. RFC 3339, UTC in answers.
                 */
                recorded_at: string;
                actor: string;
                /** @description By which request. */
                request_id: string | null;
                /** @description What stood before and after. */
                details: unknown;
                /** @description Why, as in a change of the feed. */
                because?: string;
            }[];
            cancellable: boolean;
            rules: {
                name: string;
                /** @description What holds, or what happened, as a sentence. */
                rule: string;
                /** @description The moment that decides; null where none does. */
                at: string | null;
                passed: boolean;
                facts: string;
            }[];
            /** @description Of its ticket type and its campaign; absent where neither has one. */
            contact_limits?: {
                /** @description The campaign's public key. */
                interaction: string;
                /** @description Absent where the campaign limits. */
                activity?: string;
                /** @description Absent where the campaign limits. */
                ticket_type?: string;
                limit: number;
                live_tickets: number;
                facts: string;
            }[];
            /** @description What it waits for; absent when it is not on a waitlist. */
            waitlist?: {
                /** @description From 1; null where it waits for no seat, has an offer, or stands behind the first 1,000. */
                position: number | null;
                seats_needed: number;
                seats_free: number;
                /** @description What the limit of its ticket type leaves in the slot; null where it has none. */
                type_seats_free: number | null;
                /** @description What keeps it waiting: a limit, or the time, as no seat of its type is given now; null where its turn has come. */
                limited_by: "time" | "slot" | "ticket_type" | null;
                /** @description The one before it that keeps it from moving up. */
                blocked_by: {
                    /** @description A lower-case UUID. */
                    booking: string;
                    seats_needed: number;
                } | null;
                promotion: "manual" | "automatic" | "offer";
                /** @description In words to pass on. */
                why: string;
            };
        };
        Slot: {
            interaction: string;
            activity: string;
            host?: string;
            /**
             * Format: date-time
             * @description When it starts. RFC 3339, UTC in answers.
             */
            starting_at: string;
            /** @description The campaign's zone, an IANA name. */
            timezone: string;
            /** @description How many seats there are. */
            capacity: number;
            /** @description Whether it was closed: nobody books it until its capacity is above 0. */
            closed: boolean;
            taken: number;
            /** @description Of the taken seats, those of live holds and offers. */
            held: number;
            /**
             * Format: date-time
             * @description When the slot's first hold or offer ends; absent where no seat is held. RFC 3339, UTC in answers.
             */
            held_until?: string;
            free: number;
            overbooked_by: number;
            waiting_tickets: number;
            /** @description How long a slot lasts, in minutes; null for no set length. */
            slot_duration_in_minutes: number | null;
            /** @description What is left of the ticket types that have a limit in the slot, and how many tickets of them wait, by their ids. */
            ticket_types: {
                [key: string]: {
                    capacity: number;
                    taken: number;
                    free: number;
                    waiting: number;
                    /** @description Whether the slot says it, and not the ticket type. */
                    own: boolean;
                };
            };
            /** @description Whether each ticket type of the activity can be booked at this time, by its id. Seats are another matter. */
            availability: {
                [key: string]: {
                    bookable: boolean;
                    /** @description Why it cannot be booked; absent where it can. */
                    why?: "slot-has-begun" | "booking-not-open" | "booking-closed";
                    /**
                     * Format: date-time
                     * @description When it can be booked; absent where it can, or could. RFC 3339, UTC in answers.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description The first moment at which it cannot be booked any more. RFC 3339, UTC in answers.
                     */
                    until: string;
                };
            };
            /** @description For If-Match; it changes with the capacity, the length and the slot's own limits. */
            etag: string;
        };
        WaitlistEntry: {
            /** @description A lower-case UUID. */
            booking: string;
            /** @description An account, `tenant/environment`. */
            account: string;
            /** @description The caller's identifier of the contact. */
            external_id: string;
            /** @description The campaign's public key. */
            interaction: string;
            activity: string;
            /** @description Absent without a choice of hosts. */
            host?: string;
            /**
             * Format: date-time
             * @description When the slot starts. RFC 3339, UTC in answers.
             */
            slot_starting_at: string;
            ticket_type: string;
            booking_status: "CONFIRMED" | "WAITLIST" | "CANCELLED";
            /**
             * Format: date-time
             * @description Since when it has this status. RFC 3339, UTC in answers.
             */
            booked_at: string;
            /**
             * Format: date-time
             * @description Until when free seats are kept for it, which accept takes; absent where none are. RFC 3339, UTC in answers.
             */
            offer_ends_at?: string;
            tickets: {
                number: number;
                /** @description When it was cancelled. */
                cancelled_at: string | null;
                attendee: {
                    /** @description The attendee's name, where it is known. */
                    display_name: string | null;
                    /** @description When the attendee checked in. */
                    checked_in_at: string | null;
                };
            }[];
            /** @description The shop's own number of the booking; no other booking of the campaign has it. */
            reference?: string;
            /** @description The shop's own data, which the service does not read: at most 4096 bytes of compact JSON. */
            data?: {
                [key: string]: unknown;
            };
            history: {
                number: number;
                event: string;
                booking_status: string;
                /**
                 * Format: date-time
                 * @description When it took effect. RFC 3339, UTC in answers.
                 */
                at: string;
                /**
                 * Format: date-time
                 * @description When it was written down. RFC 3339, UTC in answers.
                 */
                recorded_at: string;
                actor: string;
                /** @description By which request. */
                request_id: string | null;
                /** @description What stood before and after. */
                details: unknown;
                /** @description Why, as in a change of the feed. */
                because?: string;
            }[];
            waitlist: {
                /** @description From 1; null where it waits for no seat, has an offer, or stands behind the first 1,000. */
                position: number | null;
                seats_needed: number;
                seats_free: number;
                /** @description What the limit of its ticket type leaves in the slot; null where it has none. */
                type_seats_free: number | null;
                /** @description What keeps it waiting: a limit, or the time, as no seat of its type is given now; null where its turn has come. */
                limited_by: "time" | "slot" | "ticket_type" | null;
                /** @description The one before it that keeps it from moving up. */
                blocked_by: {
                    /** @description A lower-case UUID. */
                    booking: string;
                    seats_needed: number;
                } | null;
                promotion: "manual" | "automatic" | "offer";
                /** @description In words to pass on. */
                why: string;
            };
        };
        Arrivals: {
            /** @description Tickets of CONFIRMED bookings that are not cancelled. */
            expected: number;
            /** @description How many of these have checked in. */
            arrived: number;
            /** @description Earliest first. */
            check_ins: string[];
        };
        AddedSlots: {
            created: string[];
            existing: string[];
            /** @description The new slots during which clocks change. */
            over_clock_change: {
                /**
                 * Format: date-time
                 * @description Its start. RFC 3339, UTC in answers.
                 */
                starting_at: string;
                /**
                 * Format: date-time
                 * @description Its end. RFC 3339, UTC in answers.
                 */
                ends_at: string;
                slot_duration_in_minutes: number;
            }[];
            /** @description A warning: the first time at which a host has two slots, one of them new or changed, in whatever activity and campaign hosts of the same id have them; null: none. Hosts that are no person say `overlaps`. */
            overlap: {
                host: string;
                display_name: string;
                /** @description Both, the one that starts first before the other. */
                slots: {
                    interaction: string;
                    activity: string;
                    /**
                     * Format: date-time
                     * @description When it starts. RFC 3339, UTC in answers.
                     */
                    starting_at: string;
                    /** @description The campaign's zone, an IANA name. */
                    timezone: string;
                    /** @description How long a slot lasts, in minutes; null for no set length. */
                    slot_duration_in_minutes: number | null;
                }[];
                /** @description How many further slots begin while another of their host lasts. */
                more: number;
            } | null;
            dry_run: boolean;
        };
        ImportCounts: {
            read: number;
            created: {
                [key: string]: number;
            };
            updated: {
                [key: string]: number;
            };
            /** @description What of the updated things changes, by kind and field. */
            updated_fields?: {
                [key: string]: {
                    [key: string]: number;
                };
            };
            unchanged: {
                [key: string]: number;
            };
            kept: {
                [key: string]: number;
            };
            /** @description Bookings that the file adds to waitlists beside free seats of campaigns that promote automatically, in slots that have not begun: an import promotes none of them. */
            waiting_beside_seats?: number;
            /** @description What a dry run of a spreadsheet found in its good rows. */
            would_be?: {
                contacts: number;
                slots: number;
                rows: {
                    /** @description By the clocks of the campaign's zone. */
                    month: string;
                    confirmed: number;
                    waiting: number;
                    cancelled: number;
                    /** @description Live tickets of CONFIRMED bookings. */
                    tickets: number;
                    /** @description How many of these tickets have checked in. */
                    checked_in: number;
                }[];
                total: {
                    confirmed: number;
                    waiting: number;
                    cancelled: number;
                    /** @description Live tickets of CONFIRMED bookings. */
                    tickets: number;
                    /** @description How many of these tickets have checked in. */
                    checked_in: number;
                };
            };
            /** @description With `add_slots`: slots made because bookings name them. */
            slots_added?: number;
            /** @description The first 100 of them. */
            added_slots?: {
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
                /**
                 * Format: date-time
                 * @description When it starts. RFC 3339, UTC in answers.
                 */
                slot_starting_at: string;
                /** @description How many seats there are. */
                capacity: number;
            }[];
            /** @description Known bookings that stay as they are; the first 1,000. */
            kept_bookings: {
                line: number;
                /** @description A lower-case UUID. */
                booking: string;
                here: {
                    booking_status: string;
                    /**
                     * Format: date-time
                     * @description Since when. RFC 3339, UTC in answers.
                     */
                    booked_at: string;
                };
                file: {
                    booking_status: string;
                    /**
                     * Format: date-time
                     * @description Since when. RFC 3339, UTC in answers.
                     */
                    booked_at: string;
                };
            }[];
            /** @description Good lines and cells that are odd, and are imported; the first 100. */
            warnings?: {
                line: number;
                /** @description Of a line its kind; of a cell `shortened-number` or `invisible-character`. */
                kind: string;
                /** @description Of a line. */
                key?: string;
                /** @description Of a line. */
                field?: string;
                /** @description Of a spreadsheet's cell. */
                column?: string;
                message: string;
            }[];
            /** @description With `overwrite`: bookings at which something newer stood; the first 1,000. */
            overwritten_bookings?: {
                line: number;
                /** @description A lower-case UUID. */
                booking: string;
                here: {
                    booking_status: string;
                    /**
                     * Format: date-time
                     * @description Since when. RFC 3339, UTC in answers.
                     */
                    booked_at: string;
                };
                file: {
                    booking_status: string;
                    /**
                     * Format: date-time
                     * @description Since when. RFC 3339, UTC in answers.
                     */
                    booked_at: string;
                };
            }[];
            /** @description Lines of a large file that became bad after its check. */
            left_out?: number;
            /** @description The first 100 of them. */
            left_out_lines?: {
                line: number;
                /** @description The line's kind. */
                kind: string | null;
                /** @description What the line is about. */
                key: string | null;
                /** @description The field that is wrong. */
                field: string | null;
                expected: string;
            }[];
            /** @description The broken-off import of the same file whose lines are counted as well. */
            completes?: {
                /**
                 * Format: date-time
                 * @description When it began. RFC 3339, UTC in answers.
                 */
                begun_at: string;
            };
        };
        ImportReport: {
            /** @description The first 100. */
            errors: {
                line: number;
                /** @description The line's kind. */
                kind: string | null;
                /** @description What the line is about. */
                key: string | null;
                /** @description The field that is wrong. */
                field: string | null;
                expected: string;
            }[];
            error_count: number;
        };
        ImportJob: {
            /** @description A lower-case UUID. */
            import: string;
            /** @description An account, `tenant/environment`. */
            account: string;
            /** @description refused: a line was bad, and nothing was imported; failed: the machine could not. Then a large file may be imported in part, which the same file again completes. */
            state: "running" | "done" | "refused" | "failed";
            actor: string;
            /** @description What the file is called; null where its sender did not say, or where it named a contact that was erased. */
            file_name: string | null;
            /**
             * Format: date-time
             * @description When it began. RFC 3339, UTC in answers.
             */
            started_at: string;
            /** @description When it ended. */
            ended_at: string | null;
            dry_run: boolean;
            format: "ndjson" | "csv";
            skip_bad: boolean;
            update: boolean;
            overwrite: boolean;
            allow_overbooked: boolean;
            progress: {
                step: "reading" | "writing";
                /** @description Bytes read, or rows written. */
                done: number;
                total: number;
            };
            /** @description Why it failed: the log says it; the service was stopped; the node that imported the file has gone; the key that asked for it has ended, or somebody ended the session, and `progress` has what was written until then. */
            failure?: "fault" | "stopped" | "node-lost" | "key-revoked" | "session-ended";
            counts?: {
                read: number;
                created: {
                    [key: string]: number;
                };
                updated: {
                    [key: string]: number;
                };
                /** @description What of the updated things changes, by kind and field. */
                updated_fields?: {
                    [key: string]: {
                        [key: string]: number;
                    };
                };
                unchanged: {
                    [key: string]: number;
                };
                kept: {
                    [key: string]: number;
                };
                /** @description Bookings that the file adds to waitlists beside free seats of campaigns that promote automatically, in slots that have not begun: an import promotes none of them. */
                waiting_beside_seats?: number;
                /** @description What a dry run of a spreadsheet found in its good rows. */
                would_be?: {
                    contacts: number;
                    slots: number;
                    rows: {
                        /** @description By the clocks of the campaign's zone. */
                        month: string;
                        confirmed: number;
                        waiting: number;
                        cancelled: number;
                        /** @description Live tickets of CONFIRMED bookings. */
                        tickets: number;
                        /** @description How many of these tickets have checked in. */
                        checked_in: number;
                    }[];
                    total: {
                        confirmed: number;
                        waiting: number;
                        cancelled: number;
                        /** @description Live tickets of CONFIRMED bookings. */
                        tickets: number;
                        /** @description How many of these tickets have checked in. */
                        checked_in: number;
                    };
                };
                /** @description With `add_slots`: slots made because bookings name them. */
                slots_added?: number;
                /** @description The first 100 of them. */
                added_slots?: {
                    /** @description The campaign's public key. */
                    interaction: string;
                    /** @description The activity's id inside its campaign. */
                    activity: string;
                    /** @description The host's id, where the activity offers a choice of hosts. */
                    host?: string;
                    /**
                     * Format: date-time
                     * @description When it starts. RFC 3339, UTC in answers.
                     */
                    slot_starting_at: string;
                    /** @description How many seats there are. */
                    capacity: number;
                }[];
                /** @description Known bookings that stay as they are; the first 1,000. */
                kept_bookings: {
                    line: number;
                    /** @description A lower-case UUID. */
                    booking: string;
                    here: {
                        booking_status: string;
                        /**
                         * Format: date-time
                         * @description Since when. RFC 3339, UTC in answers.
                         */
                        booked_at: string;
                    };
                    file: {
                        booking_status: string;
                        /**
                         * Format: date-time
                         * @description Since when. RFC 3339, UTC in answers.
                         */
                        booked_at: string;
                    };
                }[];
                /** @description Good lines and cells that are odd, and are imported; the first 100. */
                warnings?: {
                    line: number;
                    /** @description Of a line its kind; of a cell `shortened-number` or `invisible-character`. */
                    kind: string;
                    /** @description Of a line. */
                    key?: string;
                    /** @description Of a line. */
                    field?: string;
                    /** @description Of a spreadsheet's cell. */
                    column?: string;
                    message: string;
                }[];
                /** @description With `overwrite`: bookings at which something newer stood; the first 1,000. */
                overwritten_bookings?: {
                    line: number;
                    /** @description A lower-case UUID. */
                    booking: string;
                    here: {
                        booking_status: string;
                        /**
                         * Format: date-time
                         * @description Since when. RFC 3339, UTC in answers.
                         */
                        booked_at: string;
                    };
                    file: {
                        booking_status: string;
                        /**
                         * Format: date-time
                         * @description Since when. RFC 3339, UTC in answers.
                         */
                        booked_at: string;
                    };
                }[];
                /** @description Lines of a large file that became bad after its check. */
                left_out?: number;
                /** @description The first 100 of them. */
                left_out_lines?: {
                    line: number;
                    /** @description The line's kind. */
                    kind: string | null;
                    /** @description What the line is about. */
                    key: string | null;
                    /** @description The field that is wrong. */
                    field: string | null;
                    expected: string;
                }[];
                /** @description The broken-off import of the same file whose lines are counted as well. */
                completes?: {
                    /**
                     * Format: date-time
                     * @description When it began. RFC 3339, UTC in answers.
                     */
                    begun_at: string;
                };
            };
            errors?: {
                line: number;
                /** @description The line's kind. */
                kind: string | null;
                /** @description What the line is about. */
                key: string | null;
                /** @description The field that is wrong. */
                field: string | null;
                expected: string;
            }[];
            error_count?: number;
            /** @description With `skip_bad`: lines left out, the first 1,000. */
            skipped?: {
                line: number;
                /** @description The line's kind. */
                kind: string | null;
                /** @description What the line is about. */
                key: string | null;
                /** @description The field that is wrong. */
                field: string | null;
                expected: string;
            }[];
            skipped_count?: number;
        };
        Contact: {
            /** @description A lower-case UUID. */
            contact: string;
            external_id: string;
        };
        ContactExport: {
            /** @description A lower-case UUID. */
            contact: string;
            external_id: string;
            /** @description An account, `tenant/environment`. */
            account: string;
            /**
             * Format: date-time
             * @description When. RFC 3339, UTC in answers.
             */
            exported_at: string;
            bookings: components["schemas"]["Booking"][];
        };
        AuditEvent: {
            id: string;
            /**
             * Format: date-time
             * @description When. RFC 3339, UTC in answers.
             */
            at: string;
            actor: string;
            action: string;
            /** @description Null for what concerns the whole installation. */
            account: string | null;
            subject: string;
            /** @description What stood before and after. */
            details: unknown;
            /** @description By which request; null on the command line. */
            request_id: string | null;
        };
        Overview: {
            /** @description Where callers are answered, as the machine of the service sees it. */
            api: string | null;
            window: string;
            /** @description How long each step is; every series has one value a step. */
            step_seconds: number;
            /**
             * Format: date-time
             * @description Begin of the first step. RFC 3339, UTC in answers.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the last step; what is still being counted comes with the next. RFC 3339, UTC in answers.
             */
            to: string;
            /**
             * Format: date-time
             * @description When the process began to count; steps before that are empty. RFC 3339, UTC in answers.
             */
            counting_since: string;
            /** @description So many accounts had requests at once that some were not kept apart. */
            incomplete: boolean;
            /** @description By endpoint's wire name; `none` for paths that are no endpoint. */
            requests_per_second: {
                [key: string]: number[];
            };
            /** @description By reason. */
            refusals_per_second: {
                [key: string]: number[];
            };
            /** @description By endpoint's wire name; `none` for paths that are no endpoint. `all` is all of them; null in a step without requests. */
            latency_ms: {
                [key: string]: {
                    p50: (number | null)[];
                    p90: (number | null)[];
                    p99: (number | null)[];
                };
            };
            /** @description Of the whole window. */
            totals: {
                requests: number;
                refused: number;
                requests_by_endpoint: {
                    [key: string]: number;
                };
                refusals_by_reason: {
                    [key: string]: number;
                };
                /** @description By endpoint's wire name; `none` for paths that are no endpoint. */
                latency_ms: {
                    [key: string]: {
                        p50: number | null;
                        p90: number | null;
                        p99: number | null;
                    };
                };
            };
        };
        Operator: {
            name: string;
            /** @description admin: everything; agent: also book, cancel, move and promote; staff: look up and check in; viewer: only look. */
            role?: "admin" | "agent" | "staff" | "viewer";
            /** @description What it may do, one by one, in place of a role. */
            scopes?: ("read" | "desk" | "book" | "cancel" | "move" | "waitlist" | "slots" | "catalogue" | "import" | "changes" | "people" | "credentials" | "accounts" | "operators" | "records" | "webhooks" | "report")[];
            /** @description Null: every account there is or will be. */
            accounts: string[] | null;
            /** @description Public keys of the campaigns it is limited to; null: every one. */
            interactions: string[] | null;
            /** @description When its key ends by itself. */
            expires_at: string | null;
            key_prefix: string;
            /**
             * Format: date-time
             * @description When. RFC 3339, UTC in answers.
             */
            created_at: string;
            /** @description To the minute. */
            last_used_at: string | null;
            /** @description When its key ended. */
            revoked_at: string | null;
        };
        IssuedOperator: {
            name: string;
            /** @description admin: everything; agent: also book, cancel, move and promote; staff: look up and check in; viewer: only look. */
            role?: "admin" | "agent" | "staff" | "viewer";
            /** @description What it may do, one by one, in place of a role. */
            scopes?: ("read" | "desk" | "book" | "cancel" | "move" | "waitlist" | "slots" | "catalogue" | "import" | "changes" | "people" | "credentials" | "accounts" | "operators" | "records" | "webhooks" | "report")[];
            /** @description Null: every account there is or will be. */
            accounts: string[] | null;
            /** @description Public keys of the campaigns it is limited to; null: every one. */
            interactions: string[] | null;
            /** @description When its key ends by itself. */
            expires_at: string | null;
            key_prefix: string;
            /**
             * Format: date-time
             * @description When. RFC 3339, UTC in answers.
             */
            created_at: string;
            /** @description To the minute. */
            last_used_at: string | null;
            /** @description When its key ended. */
            revoked_at: string | null;
            /** @description Shown here once and never again. */
            key: string;
            /** @description Those of `interactions` that none of the accounts has: misspelt, or to come. */
            unknown_interactions?: string[];
        };
        Session: {
            operator: components["schemas"]["Operator"];
            /** @description For X-CSRF-Token in changes; null when it came with a key. */
            csrf_token: string | null;
            /** @description When the session ends. */
            ends_at: string | null;
            /** @description What the operator may do, those of its role. */
            scopes: ("read" | "desk" | "book" | "cancel" | "move" | "waitlist" | "slots" | "catalogue" | "import" | "changes" | "people" | "credentials" | "accounts" | "operators" | "records" | "webhooks" | "report")[];
        };
        SignedInByCode: {
            operator: components["schemas"]["Operator"];
            /** @description For X-CSRF-Token in changes; null when it came with a key. */
            csrf_token: string | null;
            /** @description When the session ends. */
            ends_at: string | null;
            /** @description What the operator may do, those of its role. */
            scopes: ("read" | "desk" | "book" | "cancel" | "move" | "waitlist" | "slots" | "catalogue" | "import" | "changes" | "people" | "credentials" | "accounts" | "operators" | "records" | "webhooks" | "report")[];
            /** @description Of the operator that was made; null where it existed before. */
            key: string | null;
        };
    };
    responses: {
        /** @description A refusal: `type` names it. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Problem = components['schemas']['Problem'];
export type Account = components['schemas']['Account'];
export type Credential = components['schemas']['Credential'];
export type IssuedCredential = components['schemas']['IssuedCredential'];
export type Booking = components['schemas']['Booking'];
export type Explanation = components['schemas']['Explanation'];
export type Slot = components['schemas']['Slot'];
export type WaitlistEntry = components['schemas']['WaitlistEntry'];
export type Arrivals = components['schemas']['Arrivals'];
export type AddedSlots = components['schemas']['AddedSlots'];
export type ImportCounts = components['schemas']['ImportCounts'];
export type ImportReport = components['schemas']['ImportReport'];
export type ImportJob = components['schemas']['ImportJob'];
export type Contact = components['schemas']['Contact'];
export type ContactExport = components['schemas']['ContactExport'];
export type AuditEvent = components['schemas']['AuditEvent'];
export type Overview = components['schemas']['Overview'];
export type Operator = components['schemas']['Operator'];
export type IssuedOperator = components['schemas']['IssuedOperator'];
export type Session = components['schemas']['Session'];
export type SignedInByCode = components['schemas']['SignedInByCode'];
export type ResponseProblem = components['responses']['Problem'];
export type $defs = Record<string, never>;
export interface operations {
    showSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The operator's key. */
                    key: string;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    signInWithCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What follows `#code=` in the link. */
                    code: string;
                    /** @description How the first operator is to be called; `first-admin` by default. */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInByCode"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Items on a page; 100 by default. */
                limit?: number;
                /** @description The next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Account"][];
                        /** @description Send it as cursor for the next page; null on the last one. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description An account, `tenant/environment`. */
                    account: string;
                    api_hosts: string[];
                    enabled_endpoints?: ("interactions:fetchContactBookings" | "interactions:cancelInteractionBooking")[];
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: {
                /** @description An account, `tenant/environment`. */
                confirm?: string;
                /** @description Only count. */
                dry_run?: boolean;
            };
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        /** @description Rows by table. */
                        deleted: {
                            [key: string]: number;
                        };
                        dry_run: boolean;
                    };
                };
            };
            /** @description Done; this is what there is now. */
            202: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        /** @description Rows by table. */
                        deleted: {
                            [key: string]: number;
                        };
                        dry_run: boolean;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    closeAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Only tell what would be taken away. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        /** @description Hosts that it had. */
                        api_hosts: string[];
                        disabled_endpoints: string[];
                        revoked_clients: string[];
                        dry_run: boolean;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    addApiHost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A host name without scheme, port and path. */
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeApiHost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A host name without scheme, port and path. */
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    enableEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description An endpoint of the public interface. */
                endpoint: "interactions:fetchContactBookings" | "interactions:cancelInteractionBooking";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    disableEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description An endpoint of the public interface. */
                endpoint: "interactions:fetchContactBookings" | "interactions:cancelInteractionBooking";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Credential"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description By default https:// and the account's first host. */
                    audience?: string;
                    /** @description What operators call the client. */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCredential"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    rotateCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The client's id. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A day by default; 0: the old secret and its tokens are dead at once. */
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCredential"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    revokeCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The client's id. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client_id: string;
                        audience: string;
                        /** @description What operators call the client. */
                        label: string | null;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        /**
                         * Format: date-time
                         * @description When it was made. RFC 3339, UTC in answers.
                         */
                        created_at: string;
                        /** @description When it ended. */
                        revoked_at: string | null;
                        secrets: {
                            /** @description What may be shown of the secret. */
                            prefix: string;
                            /**
                             * Format: date-time
                             * @description When it was made. RFC 3339, UTC in answers.
                             */
                            created_at: string;
                            /** @description When a token was last issued for it, about. */
                            last_used_at: string | null;
                            /** @description When it ends. */
                            expires_at: string | null;
                        }[];
                        /** @description Whether it had ended before: nothing changed. */
                        was_revoked: boolean;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    labelCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The client's id. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    label: string | null;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    findAccountOfClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client's id. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: string[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    findBookings: {
        parameters: {
            query?: {
                /** @description Only these; may be repeated. */
                booking?: string[];
                /** @description The caller's identifier of the contact. */
                external_id?: string;
                /** @description The shop's own number of the booking; no other booking of the campaign has it. */
                reference?: string;
                /** @description Of an attendee: each of its words begins a word of the name. Accents and case do not count. */
                name?: string;
                /** @description The campaign's public key. */
                interaction?: string;
                /** @description The activity's id inside its campaign. */
                activity?: string;
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
                /** @description The ticket type's id. */
                ticket_type?: string;
                /** @description Start of the slot. RFC 3339, UTC in answers. */
                slot?: string;
                /** @description Earliest start of the slot, included. RFC 3339, UTC in answers. */
                from?: string;
                /** @description Latest start of the slot, included. RFC 3339, UTC in answers. */
                to?: string;
                /** @description May be repeated. */
                status?: ("CONFIRMED" | "WAITLIST" | "CANCELLED")[];
                /** @description Only bookings that this request made or changed. */
                request_id?: string;
                /** @description In the opposite order: the latest slot first. */
                latest_first?: boolean;
                /** @description Items on a page; 100 by default. */
                limit?: number;
                /** @description The next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Booking"][];
                        /** @description Send it as cursor for the next page; null on the last one. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    book: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The caller's identifier of the contact. */
                    external_id: string;
                    /** @description The campaign's public key. */
                    interaction: string;
                    /** @description The activity's id inside its campaign. */
                    activity: string;
                    /** @description The host's id, where the activity offers a choice of hosts. */
                    host?: string;
                    /**
                     * Format: date-time
                     * @description Start of the slot. RFC 3339, UTC in answers.
                     */
                    slot_starting_at: string;
                    /** @description The ticket type's id. */
                    ticket_type: string;
                    tickets?: number;
                    /** @description Names of the first tickets' attendees. */
                    attendees?: (string | null)[];
                    /** @description The shop's own number of the booking; no other booking of the campaign has it. */
                    reference?: string;
                    /** @description The shop's own data, which the service does not read: at most 4096 bytes of compact JSON. */
                    data?: {
                        [key: string]: unknown;
                    };
                    /** @description Sells seats that are not there; that is recorded. */
                    overbook?: boolean;
                    /** @description Gives the contact more tickets than a limit allows; that is recorded. */
                    over_limit?: boolean;
                    /** @description Gives the seat after the slot began, after a cut-off, or outside of the ticket type's window; that is recorded. */
                    late?: boolean;
                    /** @description A lower-case UUID. */
                    hold?: string;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    bookAs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The caller's identifier of the contact. */
                    external_id: string;
                    /** @description The campaign's public key. */
                    interaction: string;
                    /** @description The activity's id inside its campaign. */
                    activity: string;
                    /** @description The host's id, where the activity offers a choice of hosts. */
                    host?: string;
                    /**
                     * Format: date-time
                     * @description Start of the slot. RFC 3339, UTC in answers.
                     */
                    slot_starting_at: string;
                    /** @description The ticket type's id. */
                    ticket_type: string;
                    tickets?: number;
                    /** @description Names of the first tickets' attendees. */
                    attendees?: (string | null)[];
                    /** @description The shop's own number of the booking; no other booking of the campaign has it. */
                    reference?: string;
                    /** @description The shop's own data, which the service does not read: at most 4096 bytes of compact JSON. */
                    data?: {
                        [key: string]: unknown;
                    };
                    /** @description Sells seats that are not there; that is recorded. */
                    overbook?: boolean;
                    /** @description Gives the contact more tickets than a limit allows; that is recorded. */
                    over_limit?: boolean;
                    /** @description Gives the seat after the slot began, after a cut-off, or outside of the ticket type's window; that is recorded. */
                    late?: boolean;
                    /** @description A lower-case UUID. */
                    hold?: string;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    explainBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    downloadBookings: {
        parameters: {
            query?: {
                /** @description Only these; may be repeated. */
                booking?: string[];
                /** @description The caller's identifier of the contact. */
                external_id?: string;
                /** @description The shop's own number of the booking; no other booking of the campaign has it. */
                reference?: string;
                /** @description Of an attendee: each of its words begins a word of the name. Accents and case do not count. */
                name?: string;
                /** @description The campaign's public key. */
                interaction?: string;
                /** @description The activity's id inside its campaign. */
                activity?: string;
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
                /** @description The ticket type's id. */
                ticket_type?: string;
                /** @description Start of the slot. RFC 3339, UTC in answers. */
                slot?: string;
                /** @description Earliest start of the slot, included. RFC 3339, UTC in answers. */
                from?: string;
                /** @description Latest start of the slot, included. RFC 3339, UTC in answers. */
                to?: string;
                /** @description May be repeated. */
                status?: ("CONFIRMED" | "WAITLIST" | "CANCELLED")[];
                /** @description Only bookings that this request made or changed. */
                request_id?: string;
                /** @description What stands between cells; comma, where it is left out. A spreadsheet opens a file by the sign of its country. */
                delimiter?: "comma" | "semicolon" | "tab";
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    findAccountsOfBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A lower-case UUID. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: string[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    cancelBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Only this one; by default all. */
                    ticket?: number;
                    /** @description Why, for the booking's history. Feed and webhooks carry it: name no person in it. */
                    reason?: string;
                    /** @description Also after the campaign's cut-off; that is recorded. */
                    after_cutoff?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    checkIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Only this one; by default all. */
                    ticket?: number;
                    /** @description Why, for the booking's history. Feed and webhooks carry it: name no person in it. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    undoCheckIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Only this one; by default all. */
                    ticket?: number;
                    /** @description Why, for the booking's history. Feed and webhooks carry it: name no person in it. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changeBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Names of attendees, by ticket; null for none. */
                    attendees?: {
                        /** @description The ticket's number. */
                        number: number;
                        display_name: string | null;
                    }[];
                    /** @description The contact that gets the booking. */
                    external_id?: string;
                    /** @description Null for none. */
                    reference?: string | null;
                    /** @description In place of what it has; null for none. */
                    data?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Gives the contact more tickets than a limit allows; that is recorded. */
                    over_limit?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    promoteWaitlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The campaign's public key. */
                    interaction?: string;
                    /** @description Promotes nobody, and answers who would be promoted. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        promoted: string[];
                        /** @description How many wait where no seat of their ticket type is given at this time: the slot has begun, a cut-off has passed, or the type's window is closed. */
                        left: number;
                        dry_run: boolean;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    promoteBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Pass over earlier entries; that is recorded. */
                    overtake?: boolean;
                    /** @description Gives the seat after the slot began, after a cut-off, or outside of the ticket type's window; that is recorded. */
                    late?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    acceptOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listOffers: {
        parameters: {
            query: {
                /** @description The caller's identifier of the contact. */
                external_id: string;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description A lower-case UUID. */
                            booking: string;
                            /** @description The campaign's public key. */
                            interaction: string;
                            activity: string;
                            /** @description Absent without a choice of hosts. */
                            host?: string;
                            /**
                             * Format: date-time
                             * @description When the slot starts. RFC 3339, UTC in answers.
                             */
                            slot_starting_at: string;
                            ticket_type: string;
                            /** @description How many seats are kept. */
                            tickets: number;
                            /**
                             * Format: date-time
                             * @description Until when the seats are kept. RFC 3339, UTC in answers.
                             */
                            offer_ends_at: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listCancellations: {
        parameters: {
            query: {
                /** @description The caller's identifier of the contact. */
                external_id: string;
                /** @description Of slots that start then or later. RFC 3339, UTC in answers. */
                from?: string;
                /** @description Of slots that start then or before. RFC 3339, UTC in answers. */
                to?: string;
                /** @description Items on a page; 100 by default. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description A lower-case UUID. */
                            booking: string;
                            /** @description The campaign's public key. */
                            interaction: string;
                            activity: string;
                            /** @description Absent without a choice of hosts. */
                            host?: string;
                            /**
                             * Format: date-time
                             * @description When the slot starts. RFC 3339, UTC in answers.
                             */
                            slot_starting_at: string;
                            /**
                             * Format: date-time
                             * @description When it was cancelled. RFC 3339, UTC in answers.
                             */
                            cancelled_at: string;
                            /** @description caller, operator, slot-closed, or another word of a later release; absent where an import brought it cancelled. */
                            because?: string;
                            /** @description Why, in the words of who cancelled it. */
                            reason?: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    moveBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                booking: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Start of the slot. RFC 3339, UTC in answers.
                     */
                    slot_starting_at: string;
                    /** @description The activity's id inside its campaign. */
                    activity?: string;
                    /** @description The host's id, where the activity offers a choice of hosts. */
                    host?: string;
                    /** @description The ticket type's id. */
                    ticket_type?: string;
                    /** @description Gives the contact more tickets than a limit allows; that is recorded. */
                    over_limit?: boolean;
                    /** @description Gives the seat after the slot began, after a cut-off, or outside of the ticket type's window; that is recorded. */
                    late?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                hold: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A lower-case UUID. */
                        hold: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        /** @description Its seats are kept while it is live; what it became is told for a day. */
                        state: "live" | "booked" | "released" | "ended";
                        /**
                         * Format: date-time
                         * @description When its seats are free again at the latest. RFC 3339, UTC in answers.
                         */
                        expires_at: string;
                        /** @description Why that is earlier than what was asked for: bookings are closed then, or it is a day since it was made. */
                        cut_by?: "closing" | "day";
                        /** @description The campaign's public key. */
                        interaction: string;
                        activity: string;
                        /** @description Absent without a choice of hosts. */
                        host?: string;
                        /**
                         * Format: date-time
                         * @description When the slot starts. RFC 3339, UTC in answers.
                         */
                        slot_starting_at: string;
                        ticket_type: string;
                        tickets: number;
                        /** @description As it was asked for at first. */
                        seconds: number;
                        /** @description The caller's identifier of the contact, where it was given. */
                        external_id?: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    makeHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                hold: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The campaign's public key. */
                    interaction: string;
                    /** @description The activity's id inside its campaign. */
                    activity: string;
                    /** @description The host's id, where the activity offers a choice of hosts. */
                    host?: string;
                    /**
                     * Format: date-time
                     * @description Start of the slot. RFC 3339, UTC in answers.
                     */
                    slot_starting_at: string;
                    /** @description The ticket type's id. */
                    ticket_type: string;
                    /** @description 1 by default. */
                    tickets?: number;
                    /** @description For how long, 300 by default; bookings close at the latest then. */
                    seconds?: number;
                    /** @description The caller's identifier of the contact. */
                    external_id?: string;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A lower-case UUID. */
                        hold: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        /** @description Its seats are kept while it is live; what it became is told for a day. */
                        state: "live" | "booked" | "released" | "ended";
                        /**
                         * Format: date-time
                         * @description When its seats are free again at the latest. RFC 3339, UTC in answers.
                         */
                        expires_at: string;
                        /** @description Why that is earlier than what was asked for: bookings are closed then, or it is a day since it was made. */
                        cut_by?: "closing" | "day";
                        /** @description The campaign's public key. */
                        interaction: string;
                        activity: string;
                        /** @description Absent without a choice of hosts. */
                        host?: string;
                        /**
                         * Format: date-time
                         * @description When the slot starts. RFC 3339, UTC in answers.
                         */
                        slot_starting_at: string;
                        ticket_type: string;
                        tickets: number;
                        /** @description As it was asked for at first. */
                        seconds: number;
                        /** @description The caller's identifier of the contact, where it was given. */
                        external_id?: string;
                    };
                };
            };
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A lower-case UUID. */
                        hold: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        /** @description Its seats are kept while it is live; what it became is told for a day. */
                        state: "live" | "booked" | "released" | "ended";
                        /**
                         * Format: date-time
                         * @description When its seats are free again at the latest. RFC 3339, UTC in answers.
                         */
                        expires_at: string;
                        /** @description Why that is earlier than what was asked for: bookings are closed then, or it is a day since it was made. */
                        cut_by?: "closing" | "day";
                        /** @description The campaign's public key. */
                        interaction: string;
                        activity: string;
                        /** @description Absent without a choice of hosts. */
                        host?: string;
                        /**
                         * Format: date-time
                         * @description When the slot starts. RFC 3339, UTC in answers.
                         */
                        slot_starting_at: string;
                        ticket_type: string;
                        tickets: number;
                        /** @description As it was asked for at first. */
                        seconds: number;
                        /** @description The caller's identifier of the contact, where it was given. */
                        external_id?: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    releaseHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                hold: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listHolds: {
        parameters: {
            query?: {
                /** @description The campaign's public key. */
                interaction?: string;
                /** @description The activity's id inside its campaign. */
                activity?: string;
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
                /** @description Start of the slot. RFC 3339, UTC in answers. */
                slot_starting_at?: string;
                /** @description Items on a page; 100 by default. */
                limit?: number;
                /** @description The next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description A lower-case UUID. */
                            hold: string;
                            /** @description An account, `tenant/environment`. */
                            account: string;
                            /** @description Its seats are kept while it is live; what it became is told for a day. */
                            state: "live" | "booked" | "released" | "ended";
                            /**
                             * Format: date-time
                             * @description When its seats are free again at the latest. RFC 3339, UTC in answers.
                             */
                            expires_at: string;
                            /** @description Why that is earlier than what was asked for: bookings are closed then, or it is a day since it was made. */
                            cut_by?: "closing" | "day";
                            /** @description The campaign's public key. */
                            interaction: string;
                            activity: string;
                            /** @description Absent without a choice of hosts. */
                            host?: string;
                            /**
                             * Format: date-time
                             * @description When the slot starts. RFC 3339, UTC in answers.
                             */
                            slot_starting_at: string;
                            ticket_type: string;
                            tickets: number;
                            /** @description As it was asked for at first. */
                            seconds: number;
                            /** @description The caller's identifier of the contact, where it was given. */
                            external_id?: string;
                        }[];
                        /** @description Send it as cursor for the next page; null on the last one. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    extendHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                hold: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description From now. */
                    seconds: number;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A lower-case UUID. */
                        hold: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        /** @description Its seats are kept while it is live; what it became is told for a day. */
                        state: "live" | "booked" | "released" | "ended";
                        /**
                         * Format: date-time
                         * @description When its seats are free again at the latest. RFC 3339, UTC in answers.
                         */
                        expires_at: string;
                        /** @description Why that is earlier than what was asked for: bookings are closed then, or it is a day since it was made. */
                        cut_by?: "closing" | "day";
                        /** @description The campaign's public key. */
                        interaction: string;
                        activity: string;
                        /** @description Absent without a choice of hosts. */
                        host?: string;
                        /**
                         * Format: date-time
                         * @description When the slot starts. RFC 3339, UTC in answers.
                         */
                        slot_starting_at: string;
                        ticket_type: string;
                        tickets: number;
                        /** @description As it was asked for at first. */
                        seconds: number;
                        /** @description The caller's identifier of the contact, where it was given. */
                        external_id?: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSlots: {
        parameters: {
            query?: {
                /** @description The campaign's public key. */
                interaction?: string;
                /** @description The activity's id inside its campaign. */
                activity?: string;
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
                /** @description Earliest start, included. RFC 3339, UTC in answers. */
                from?: string;
                /** @description Latest start, included. RFC 3339, UTC in answers. */
                to?: string;
                /** @description Only slots with free seats beside a waitlist. */
                free_while_waiting?: boolean;
                /** @description Only slots that have more taken seats than their capacity. */
                overbooked?: boolean;
                /** @description Slots on a page; 100 by default. Enough for months of a campaign at once. */
                limit?: number;
                /** @description The next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Slot"][];
                        /** @description Send it as cursor for the next page; null on the last one. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    addSlots: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The campaign's public key. */
                    interaction: string;
                    /** @description The activity's id inside its campaign. */
                    activity: string;
                    /** @description The host's id, where the activity offers a choice of hosts. */
                    host?: string;
                    starting_at: string[];
                    /** @description How many seats there are. */
                    capacity: number;
                    /** @description Absent: as the host says, or the activity without a choice of hosts. */
                    slot_duration_in_minutes?: number | null;
                    /** @description Where clocks change during a slot: `clock` ends it when they show so much later, `minutes` when so many have passed. Absent: minutes, but clock of a whole range. */
                    length_by?: "clock" | "minutes";
                    /** @description How many tickets of a type the slot takes, by the type's id; null: as the type says. */
                    ticket_types?: {
                        [key: string]: number | null;
                    };
                    /** @description Only tell what would be added. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedSlots"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    downloadSlots: {
        parameters: {
            query?: {
                /** @description The campaign's public key. */
                interaction?: string;
                /** @description The activity's id inside its campaign. */
                activity?: string;
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
                /** @description Earliest start, included. RFC 3339, UTC in answers. */
                from?: string;
                /** @description Latest start, included. RFC 3339, UTC in answers. */
                to?: string;
                /** @description Only slots with free seats beside a waitlist. */
                free_while_waiting?: boolean;
                /** @description Only slots that have more taken seats than their capacity. */
                overbooked?: boolean;
                /** @description What stands between cells; comma, where it is left out. A spreadsheet opens a file by the sign of its country. */
                delimiter?: "comma" | "semicolon" | "tab";
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showSlot: {
        parameters: {
            query?: {
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description Start of the slot. RFC 3339, UTC in answers. */
                starting_at: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Slot"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changeSlotCapacity: {
        parameters: {
            query?: {
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
            };
            header?: {
                /** @description The ETag that was read: 412 when something else stands there by now. */
                "If-Match"?: string;
                /** @description `*` for something new. */
                "If-None-Match"?: string;
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description Start of the slot. RFC 3339, UTC in answers. */
                starting_at: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description How many seats there are. */
                    capacity: number;
                    /** @description How long a slot lasts, in minutes; null for no set length. */
                    slot_duration_in_minutes?: number | null;
                    /** @description How many tickets of a type the slot takes, by the type's id; null: as the type says. */
                    ticket_types?: {
                        [key: string]: number | null;
                    };
                    /** @description Also fewer than are taken; that is recorded. */
                    overbook?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        interaction: string;
                        activity: string;
                        host?: string;
                        /**
                         * Format: date-time
                         * @description When it starts. RFC 3339, UTC in answers.
                         */
                        starting_at: string;
                        /** @description The campaign's zone, an IANA name. */
                        timezone: string;
                        /** @description How many seats there are. */
                        capacity: number;
                        /** @description Whether it was closed: nobody books it until its capacity is above 0. */
                        closed: boolean;
                        taken: number;
                        /** @description Of the taken seats, those of live holds and offers. */
                        held: number;
                        /**
                         * Format: date-time
                         * @description When the slot's first hold or offer ends; absent where no seat is held. RFC 3339, UTC in answers.
                         */
                        held_until?: string;
                        free: number;
                        overbooked_by: number;
                        waiting_tickets: number;
                        /** @description How long a slot lasts, in minutes; null for no set length. */
                        slot_duration_in_minutes: number | null;
                        /** @description What is left of the ticket types that have a limit in the slot, and how many tickets of them wait, by their ids. */
                        ticket_types: {
                            [key: string]: {
                                capacity: number;
                                taken: number;
                                free: number;
                                waiting: number;
                                /** @description Whether the slot says it, and not the ticket type. */
                                own: boolean;
                            };
                        };
                        /** @description Whether each ticket type of the activity can be booked at this time, by its id. Seats are another matter. */
                        availability: {
                            [key: string]: {
                                bookable: boolean;
                                /** @description Why it cannot be booked; absent where it can. */
                                why?: "slot-has-begun" | "booking-not-open" | "booking-closed";
                                /**
                                 * Format: date-time
                                 * @description When it can be booked; absent where it can, or could. RFC 3339, UTC in answers.
                                 */
                                from?: string;
                                /**
                                 * Format: date-time
                                 * @description The first moment at which it cannot be booked any more. RFC 3339, UTC in answers.
                                 */
                                until: string;
                            };
                        };
                        /** @description For If-Match; it changes with the capacity, the length and the slot's own limits. */
                        etag: string;
                        capacity_before: number;
                        /** @description How many moved up from the waitlist. */
                        promoted: number;
                        /** @description A warning: the first time at which a host has two slots, one of them new or changed, in whatever activity and campaign hosts of the same id have them; null: none. Hosts that are no person say `overlaps`. */
                        overlap: {
                            host: string;
                            display_name: string;
                            /** @description Both, the one that starts first before the other. */
                            slots: {
                                interaction: string;
                                activity: string;
                                /**
                                 * Format: date-time
                                 * @description When it starts. RFC 3339, UTC in answers.
                                 */
                                starting_at: string;
                                /** @description The campaign's zone, an IANA name. */
                                timezone: string;
                                /** @description How long a slot lasts, in minutes; null for no set length. */
                                slot_duration_in_minutes: number | null;
                            }[];
                            /** @description How many further slots begin while another of their host lasts. */
                            more: number;
                        } | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeSlot: {
        parameters: {
            query?: {
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
            };
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description Start of the slot. RFC 3339, UTC in answers. */
                starting_at: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    showWaitlist: {
        parameters: {
            query?: {
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description Start of the slot. RFC 3339, UTC in answers. */
                starting_at: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WaitlistEntry"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showArrivals: {
        parameters: {
            query?: {
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description Start of the slot. RFC 3339, UTC in answers. */
                starting_at: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Arrivals"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    addSlotsByPattern: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The campaign's public key. */
                    interaction: string;
                    /** @description The activity's id inside its campaign. */
                    activity: string;
                    /** @description The host's id, where the activity offers a choice of hosts. */
                    host?: string;
                    /** @description In place of host: each of them gets these slots, all or none. */
                    hosts?: string[];
                    /** @description First day, 2030-05-01. */
                    from: string;
                    /** @description Last day, included. */
                    to: string;
                    days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                    at?: string[];
                    between?: {
                        /** @description First start, 09:00. */
                        from: string;
                        /** @description Starts are before this; 24:00 is the end of the day. */
                        to: string;
                        /** @description Absent: one slot, as long as the whole range. */
                        every_minutes?: number;
                    };
                    except?: string[];
                    /** @description The text of a file of such days, one a line, or of a calendar (.ics) of holidays. */
                    except_file?: string;
                    /** @description How many seats there are. */
                    capacity: number;
                    /** @description Absent: as the host says, or the activity without a choice of hosts. */
                    slot_duration_in_minutes?: number | null;
                    /** @description Where clocks change during a slot: `clock` ends it when they show so much later, `minutes` when so many have passed. Absent: minutes, but clock of a whole range. */
                    length_by?: "clock" | "minutes";
                    /** @description How many tickets of a type the slot takes, by the type's id; null: as the type says. */
                    ticket_types?: {
                        [key: string]: number | null;
                    };
                    /** @description Only tell what would be added. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: string[];
                        existing: string[];
                        /** @description The new slots during which clocks change. */
                        over_clock_change: {
                            /**
                             * Format: date-time
                             * @description Its start. RFC 3339, UTC in answers.
                             */
                            starting_at: string;
                            /**
                             * Format: date-time
                             * @description Its end. RFC 3339, UTC in answers.
                             */
                            ends_at: string;
                            slot_duration_in_minutes: number;
                        }[];
                        /** @description A warning: the first time at which a host has two slots, one of them new or changed, in whatever activity and campaign hosts of the same id have them; null: none. Hosts that are no person say `overlaps`. */
                        overlap: {
                            host: string;
                            display_name: string;
                            /** @description Both, the one that starts first before the other. */
                            slots: {
                                interaction: string;
                                activity: string;
                                /**
                                 * Format: date-time
                                 * @description When it starts. RFC 3339, UTC in answers.
                                 */
                                starting_at: string;
                                /** @description The campaign's zone, an IANA name. */
                                timezone: string;
                                /** @description How long a slot lasts, in minutes; null for no set length. */
                                slot_duration_in_minutes: number | null;
                            }[];
                            /** @description How many further slots begin while another of their host lasts. */
                            more: number;
                        } | null;
                        dry_run: boolean;
                        skipped: string[];
                        repeated: string[];
                        /** @description How many days of the pattern are left out. */
                        excepted_days: number;
                        /** @description These days, 2030-12-25. */
                        excepted: string[];
                        length_by: "clock" | "minutes";
                        timezone: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    importSlots: {
        parameters: {
            query?: {
                /** @description The campaign's public key. */
                interaction?: string;
                /** @description The activity's id inside its campaign. */
                activity?: string;
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
                /** @description How many seats there are. */
                capacity?: number;
                /** @description Of a spreadsheet: the order of day, month and year in dates that do not show it, such as `5/01/2031`. */
                dates?: "dmy" | "mdy" | "ymd";
                /** @description Change nothing. */
                dry_run?: boolean;
                /** @description Capacities below what is taken; that is recorded. */
                allow_overbooked?: boolean;
            };
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportCounts"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    closeSlot: {
        parameters: {
            query?: {
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
            };
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description Start of the slot. RFC 3339, UTC in answers. */
                starting_at: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Why, for the history of each booking. Feed and webhooks carry it: name no person in it. */
                    reason?: string;
                    /** @description Only tell what would be cancelled. */
                    dry_run?: boolean;
                    /** @description Also bookings with checked-in attendees. */
                    even_if_checked_in?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        slot: components["schemas"]["Slot"];
                        cancelled: string[];
                        dry_run: boolean;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changeSlot: {
        parameters: {
            query?: {
                /** @description The host's id, where the activity offers a choice of hosts. */
                host?: string;
            };
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description Start of the slot. RFC 3339, UTC in answers. */
                starting_at: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Its new start; absent: as it is. RFC 3339, UTC in answers.
                     */
                    to_slot?: string;
                    /** @description The host's id, where the activity offers a choice of hosts. */
                    to_host?: string;
                    /** @description How long a slot lasts, in minutes; null for no set length. */
                    to_length?: number | null;
                    /** @description Also where the other slot has bookings: join both. */
                    merge?: boolean;
                    /** @description Why, for the history of each booking. Feed and webhooks carry it: name no person in it. */
                    reason?: string;
                    /** @description Only tell what would move. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        slot: components["schemas"]["Slot"];
                        moved: string[];
                        /** @description Limits per contact that are exceeded then, where they count the slots of a week or a month; nobody is refused. */
                        passed_limits: {
                            external_id: string;
                            /** @description The campaign's public key. */
                            interaction: string;
                            /** @description Absent where the campaign limits. */
                            activity?: string;
                            /** @description Absent where the campaign limits. */
                            ticket_type?: string;
                            limit: number;
                            live_tickets: number;
                            facts: string;
                        }[];
                        /** @description A warning: the first time at which a host has two slots, one of them new or changed, in whatever activity and campaign hosts of the same id have them; null: none. Hosts that are no person say `overlaps`. */
                        overlap: {
                            host: string;
                            display_name: string;
                            /** @description Both, the one that starts first before the other. */
                            slots: {
                                interaction: string;
                                activity: string;
                                /**
                                 * Format: date-time
                                 * @description When it starts. RFC 3339, UTC in answers.
                                 */
                                starting_at: string;
                                /** @description The campaign's zone, an IANA name. */
                                timezone: string;
                                /** @description How long a slot lasts, in minutes; null for no set length. */
                                slot_duration_in_minutes: number | null;
                            }[];
                            /** @description How many further slots begin while another of their host lasts. */
                            more: number;
                        } | null;
                        dry_run: boolean;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listGroups: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @constant */
                            kind: "group";
                            /** @description The group's unique key. */
                            unique_key: string;
                            display_name: string;
                            etag: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The group's unique key. */
                unique_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "group";
                        /** @description The group's unique key. */
                        unique_key: string;
                        display_name: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    putGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read: 412 when something else stands there by now. */
                "If-Match"?: string;
                /** @description `*` for something new. */
                "If-None-Match"?: string;
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The group's unique key. */
                unique_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    display_name: string;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "group";
                        /** @description The group's unique key. */
                        unique_key: string;
                        display_name: string;
                    };
                };
            };
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "group";
                        /** @description The group's unique key. */
                        unique_key: string;
                        display_name: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read: 412 when something else stands there by now. */
                "If-Match"?: string;
                /** @description `*` for something new. */
                "If-None-Match"?: string;
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The group's unique key. */
                unique_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listInteractions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @constant */
                            kind: "interaction";
                            /** @description The campaign's public key. */
                            public_key: string;
                            /** @description A lower-case UUID. */
                            id?: string;
                            /** @description The group's unique key. */
                            group: string;
                            /** @description An IANA name. */
                            timezone: string;
                            /** @description A base language code. */
                            default_language: string;
                            languages: string[];
                            cancellation_cutoff_minutes?: number | null;
                            /** @description Until how many minutes before the start of a slot seats are given; below 0: after it. Without it: a ticket type's is its campaign's, and a campaign's is 0. */
                            booking_cutoff_minutes?: number | null;
                            waitlist_promotion?: "manual" | "automatic" | "offer";
                            /** @description How long a seat is kept for the first in line, where waitlist_promotion is offer; null: 720. */
                            waitlist_offer_minutes?: number | null;
                            /** @description How many minutes before a slot starts the changes have reminder-due for each CONFIRMED booking; null: never. */
                            reminder_minutes?: number[] | null;
                            /** @description What operators read instead of the public key, by base language code. */
                            title?: {
                                [key: string]: string;
                            };
                            /** @description How many live tickets one contact may have of it; without it any number. */
                            tickets_per_contact?: number | null;
                            /** @description Which of a contact's live tickets tickets_per_contact counts: `all`; `upcoming`, those of slots that have not ended; `week` (from Monday) or `month`, those of the week or month of the booked slot, in the campaign's zone. New campaigns: `upcoming`. */
                            contact_limit_counts?: "all" | "upcoming" | "week" | "month";
                            etag: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showInteraction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                public_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "interaction";
                        /** @description The campaign's public key. */
                        public_key: string;
                        /** @description A lower-case UUID. */
                        id?: string;
                        /** @description The group's unique key. */
                        group: string;
                        /** @description An IANA name. */
                        timezone: string;
                        /** @description A base language code. */
                        default_language: string;
                        languages: string[];
                        cancellation_cutoff_minutes?: number | null;
                        /** @description Until how many minutes before the start of a slot seats are given; below 0: after it. Without it: a ticket type's is its campaign's, and a campaign's is 0. */
                        booking_cutoff_minutes?: number | null;
                        waitlist_promotion?: "manual" | "automatic" | "offer";
                        /** @description How long a seat is kept for the first in line, where waitlist_promotion is offer; null: 720. */
                        waitlist_offer_minutes?: number | null;
                        /** @description How many minutes before a slot starts the changes have reminder-due for each CONFIRMED booking; null: never. */
                        reminder_minutes?: number[] | null;
                        /** @description What operators read instead of the public key, by base language code. */
                        title?: {
                            [key: string]: string;
                        };
                        /** @description How many live tickets one contact may have of it; without it any number. */
                        tickets_per_contact?: number | null;
                        /** @description Which of a contact's live tickets tickets_per_contact counts: `all`; `upcoming`, those of slots that have not ended; `week` (from Monday) or `month`, those of the week or month of the booked slot, in the campaign's zone. New campaigns: `upcoming`. */
                        contact_limit_counts?: "all" | "upcoming" | "week" | "month";
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    putInteraction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read: 412 when something else stands there by now. */
                "If-Match"?: string;
                /** @description `*` for something new. */
                "If-None-Match"?: string;
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                public_key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A lower-case UUID. */
                    id?: string;
                    /** @description The group's unique key. */
                    group: string;
                    /** @description An IANA name. */
                    timezone: string;
                    /** @description A base language code. */
                    default_language: string;
                    languages: string[];
                    cancellation_cutoff_minutes?: number | null;
                    /** @description Until how many minutes before the start of a slot seats are given; below 0: after it. Without it: a ticket type's is its campaign's, and a campaign's is 0. */
                    booking_cutoff_minutes?: number | null;
                    waitlist_promotion?: "manual" | "automatic" | "offer";
                    /** @description How long a seat is kept for the first in line, where waitlist_promotion is offer; null: 720. */
                    waitlist_offer_minutes?: number | null;
                    /** @description How many minutes before a slot starts the changes have reminder-due for each CONFIRMED booking; null: never. */
                    reminder_minutes?: number[] | null;
                    /** @description What operators read instead of the public key, by base language code. */
                    title?: {
                        [key: string]: string;
                    };
                    /** @description How many live tickets one contact may have of it; without it any number. */
                    tickets_per_contact?: number | null;
                    /** @description Which of a contact's live tickets tickets_per_contact counts: `all`; `upcoming`, those of slots that have not ended; `week` (from Monday) or `month`, those of the week or month of the booked slot, in the campaign's zone. New campaigns: `upcoming`. */
                    contact_limit_counts?: "all" | "upcoming" | "week" | "month";
                    /** @description Needed where another timezone changes the local time of slots to come: keep_instants leaves them at their instants, keep_wall_clock moves them and their bookings to the same hour of its clocks. */
                    zone_change?: "keep_instants" | "keep_wall_clock" | null;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "interaction";
                        /** @description The campaign's public key. */
                        public_key: string;
                        /** @description A lower-case UUID. */
                        id?: string;
                        /** @description The group's unique key. */
                        group: string;
                        /** @description An IANA name. */
                        timezone: string;
                        /** @description A base language code. */
                        default_language: string;
                        languages: string[];
                        cancellation_cutoff_minutes?: number | null;
                        /** @description Until how many minutes before the start of a slot seats are given; below 0: after it. Without it: a ticket type's is its campaign's, and a campaign's is 0. */
                        booking_cutoff_minutes?: number | null;
                        waitlist_promotion?: "manual" | "automatic" | "offer";
                        /** @description How long a seat is kept for the first in line, where waitlist_promotion is offer; null: 720. */
                        waitlist_offer_minutes?: number | null;
                        /** @description How many minutes before a slot starts the changes have reminder-due for each CONFIRMED booking; null: never. */
                        reminder_minutes?: number[] | null;
                        /** @description What operators read instead of the public key, by base language code. */
                        title?: {
                            [key: string]: string;
                        };
                        /** @description How many live tickets one contact may have of it; without it any number. */
                        tickets_per_contact?: number | null;
                        /** @description Which of a contact's live tickets tickets_per_contact counts: `all`; `upcoming`, those of slots that have not ended; `week` (from Monday) or `month`, those of the week or month of the booked slot, in the campaign's zone. New campaigns: `upcoming`. */
                        contact_limit_counts?: "all" | "upcoming" | "week" | "month";
                    };
                };
            };
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "interaction";
                        /** @description The campaign's public key. */
                        public_key: string;
                        /** @description A lower-case UUID. */
                        id?: string;
                        /** @description The group's unique key. */
                        group: string;
                        /** @description An IANA name. */
                        timezone: string;
                        /** @description A base language code. */
                        default_language: string;
                        languages: string[];
                        cancellation_cutoff_minutes?: number | null;
                        /** @description Until how many minutes before the start of a slot seats are given; below 0: after it. Without it: a ticket type's is its campaign's, and a campaign's is 0. */
                        booking_cutoff_minutes?: number | null;
                        waitlist_promotion?: "manual" | "automatic" | "offer";
                        /** @description How long a seat is kept for the first in line, where waitlist_promotion is offer; null: 720. */
                        waitlist_offer_minutes?: number | null;
                        /** @description How many minutes before a slot starts the changes have reminder-due for each CONFIRMED booking; null: never. */
                        reminder_minutes?: number[] | null;
                        /** @description What operators read instead of the public key, by base language code. */
                        title?: {
                            [key: string]: string;
                        };
                        /** @description How many live tickets one contact may have of it; without it any number. */
                        tickets_per_contact?: number | null;
                        /** @description Which of a contact's live tickets tickets_per_contact counts: `all`; `upcoming`, those of slots that have not ended; `week` (from Monday) or `month`, those of the week or month of the booked slot, in the campaign's zone. New campaigns: `upcoming`. */
                        contact_limit_counts?: "all" | "upcoming" | "week" | "month";
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeInteraction: {
        parameters: {
            query?: {
                /** @description Its activities, slots, hosts and ticket types go along; else it must be empty. */
                with?: "everything-unbooked";
            };
            header?: {
                /** @description The ETag that was read: 412 when something else stands there by now. */
                "If-Match"?: string;
                /** @description `*` for something new. */
                "If-None-Match"?: string;
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                public_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listActivities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @constant */
                            kind: "activity";
                            /** @description The campaign's public key. */
                            interaction: string;
                            /** @description The activity's id inside its campaign. */
                            id: string;
                            /** @description Texts by base language code. */
                            title: {
                                [key: string]: string;
                            };
                            /** @description Texts by base language code. */
                            location_hint?: {
                                [key: string]: string;
                            };
                            /** @description How long slots last that are made later. */
                            slot_duration_in_minutes?: number | null;
                            etag: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "activity";
                        /** @description The campaign's public key. */
                        interaction: string;
                        /** @description The activity's id inside its campaign. */
                        id: string;
                        /** @description Texts by base language code. */
                        title: {
                            [key: string]: string;
                        };
                        /** @description Texts by base language code. */
                        location_hint?: {
                            [key: string]: string;
                        };
                        /** @description How long slots last that are made later. */
                        slot_duration_in_minutes?: number | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    putActivity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read: 412 when something else stands there by now. */
                "If-Match"?: string;
                /** @description `*` for something new. */
                "If-None-Match"?: string;
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Texts by base language code. */
                    title: {
                        [key: string]: string;
                    };
                    /** @description Texts by base language code. */
                    location_hint?: {
                        [key: string]: string;
                    };
                    /** @description How long slots last that are made later. */
                    slot_duration_in_minutes?: number | null;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "activity";
                        /** @description The campaign's public key. */
                        interaction: string;
                        /** @description The activity's id inside its campaign. */
                        id: string;
                        /** @description Texts by base language code. */
                        title: {
                            [key: string]: string;
                        };
                        /** @description Texts by base language code. */
                        location_hint?: {
                            [key: string]: string;
                        };
                        /** @description How long slots last that are made later. */
                        slot_duration_in_minutes?: number | null;
                    };
                };
            };
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "activity";
                        /** @description The campaign's public key. */
                        interaction: string;
                        /** @description The activity's id inside its campaign. */
                        id: string;
                        /** @description Texts by base language code. */
                        title: {
                            [key: string]: string;
                        };
                        /** @description Texts by base language code. */
                        location_hint?: {
                            [key: string]: string;
                        };
                        /** @description How long slots last that are made later. */
                        slot_duration_in_minutes?: number | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeActivity: {
        parameters: {
            query?: {
                /** @description Its activities, slots, hosts and ticket types go along; else it must be empty. */
                with?: "everything-unbooked";
            };
            header?: {
                /** @description The ETag that was read: 412 when something else stands there by now. */
                "If-Match"?: string;
                /** @description `*` for something new. */
                "If-None-Match"?: string;
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listHosts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @constant */
                            kind: "host";
                            /** @description The campaign's public key. */
                            interaction: string;
                            /** @description The activity's id inside its campaign. */
                            activity: string;
                            /** @description The host's id, where the activity offers a choice of hosts. */
                            id: string;
                            display_name: string;
                            /** @description How long slots last that are made later. */
                            slot_duration_in_minutes?: number | null;
                            /** @description Whether it may have two slots at one time, as a room or a desk may; false: it is a person, and such slots are made with a warning. */
                            overlaps?: boolean;
                            etag: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description The host's id, where the activity offers a choice of hosts. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "host";
                        /** @description The campaign's public key. */
                        interaction: string;
                        /** @description The activity's id inside its campaign. */
                        activity: string;
                        /** @description The host's id, where the activity offers a choice of hosts. */
                        id: string;
                        display_name: string;
                        /** @description How long slots last that are made later. */
                        slot_duration_in_minutes?: number | null;
                        /** @description Whether it may have two slots at one time, as a room or a desk may; false: it is a person, and such slots are made with a warning. */
                        overlaps?: boolean;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    putHost: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read: 412 when something else stands there by now. */
                "If-Match"?: string;
                /** @description `*` for something new. */
                "If-None-Match"?: string;
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description The host's id, where the activity offers a choice of hosts. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    display_name: string;
                    /** @description How long slots last that are made later. */
                    slot_duration_in_minutes?: number | null;
                    /** @description Whether it may have two slots at one time, as a room or a desk may; false: it is a person, and such slots are made with a warning. */
                    overlaps?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "host";
                        /** @description The campaign's public key. */
                        interaction: string;
                        /** @description The activity's id inside its campaign. */
                        activity: string;
                        /** @description The host's id, where the activity offers a choice of hosts. */
                        id: string;
                        display_name: string;
                        /** @description How long slots last that are made later. */
                        slot_duration_in_minutes?: number | null;
                        /** @description Whether it may have two slots at one time, as a room or a desk may; false: it is a person, and such slots are made with a warning. */
                        overlaps?: boolean;
                    };
                };
            };
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "host";
                        /** @description The campaign's public key. */
                        interaction: string;
                        /** @description The activity's id inside its campaign. */
                        activity: string;
                        /** @description The host's id, where the activity offers a choice of hosts. */
                        id: string;
                        display_name: string;
                        /** @description How long slots last that are made later. */
                        slot_duration_in_minutes?: number | null;
                        /** @description Whether it may have two slots at one time, as a room or a desk may; false: it is a person, and such slots are made with a warning. */
                        overlaps?: boolean;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeHost: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read: 412 when something else stands there by now. */
                "If-Match"?: string;
                /** @description `*` for something new. */
                "If-None-Match"?: string;
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description The host's id, where the activity offers a choice of hosts. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listTicketTypes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @constant */
                            kind: "ticket_type";
                            /** @description The campaign's public key. */
                            interaction: string;
                            /** @description The activity's id inside its campaign. */
                            activity: string;
                            /** @description The ticket type's id. */
                            id: string;
                            display_name: string;
                            has_limited_capacity: boolean;
                            /** @description How many live tickets one contact may have of it; without it any number. */
                            tickets_per_contact?: number | null;
                            /** @description How many tickets of it each slot takes; only where the capacity is limited. */
                            capacity_per_slot?: number | null;
                            /** @description Until how many minutes before the start of a slot seats are given; below 0: after it. Without it: a ticket type's is its campaign's, and a campaign's is 0. */
                            booking_cutoff_minutes?: number | null;
                            /** @description From when on it is given; without it at once. */
                            bookable_from?: string | null;
                            /** @description When it ceases to be given; a cut-off that comes earlier counts as well. */
                            bookable_until?: string | null;
                            etag: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showTicketType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description The ticket type's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "ticket_type";
                        /** @description The campaign's public key. */
                        interaction: string;
                        /** @description The activity's id inside its campaign. */
                        activity: string;
                        /** @description The ticket type's id. */
                        id: string;
                        display_name: string;
                        has_limited_capacity: boolean;
                        /** @description How many live tickets one contact may have of it; without it any number. */
                        tickets_per_contact?: number | null;
                        /** @description How many tickets of it each slot takes; only where the capacity is limited. */
                        capacity_per_slot?: number | null;
                        /** @description Until how many minutes before the start of a slot seats are given; below 0: after it. Without it: a ticket type's is its campaign's, and a campaign's is 0. */
                        booking_cutoff_minutes?: number | null;
                        /** @description From when on it is given; without it at once. */
                        bookable_from?: string | null;
                        /** @description When it ceases to be given; a cut-off that comes earlier counts as well. */
                        bookable_until?: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    putTicketType: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read: 412 when something else stands there by now. */
                "If-Match"?: string;
                /** @description `*` for something new. */
                "If-None-Match"?: string;
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description The ticket type's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    display_name: string;
                    has_limited_capacity: boolean;
                    /** @description How many live tickets one contact may have of it; without it any number. */
                    tickets_per_contact?: number | null;
                    /** @description How many tickets of it each slot takes; only where the capacity is limited. */
                    capacity_per_slot?: number | null;
                    /** @description Until how many minutes before the start of a slot seats are given; below 0: after it. Without it: a ticket type's is its campaign's, and a campaign's is 0. */
                    booking_cutoff_minutes?: number | null;
                    /** @description From when on it is given; without it at once. */
                    bookable_from?: string | null;
                    /** @description When it ceases to be given; a cut-off that comes earlier counts as well. */
                    bookable_until?: string | null;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "ticket_type";
                        /** @description The campaign's public key. */
                        interaction: string;
                        /** @description The activity's id inside its campaign. */
                        activity: string;
                        /** @description The ticket type's id. */
                        id: string;
                        display_name: string;
                        has_limited_capacity: boolean;
                        /** @description How many live tickets one contact may have of it; without it any number. */
                        tickets_per_contact?: number | null;
                        /** @description How many tickets of it each slot takes; only where the capacity is limited. */
                        capacity_per_slot?: number | null;
                        /** @description Until how many minutes before the start of a slot seats are given; below 0: after it. Without it: a ticket type's is its campaign's, and a campaign's is 0. */
                        booking_cutoff_minutes?: number | null;
                        /** @description From when on it is given; without it at once. */
                        bookable_from?: string | null;
                        /** @description When it ceases to be given; a cut-off that comes earlier counts as well. */
                        bookable_until?: string | null;
                    };
                };
            };
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        kind: "ticket_type";
                        /** @description The campaign's public key. */
                        interaction: string;
                        /** @description The activity's id inside its campaign. */
                        activity: string;
                        /** @description The ticket type's id. */
                        id: string;
                        display_name: string;
                        has_limited_capacity: boolean;
                        /** @description How many live tickets one contact may have of it; without it any number. */
                        tickets_per_contact?: number | null;
                        /** @description How many tickets of it each slot takes; only where the capacity is limited. */
                        capacity_per_slot?: number | null;
                        /** @description Until how many minutes before the start of a slot seats are given; below 0: after it. Without it: a ticket type's is its campaign's, and a campaign's is 0. */
                        booking_cutoff_minutes?: number | null;
                        /** @description From when on it is given; without it at once. */
                        bookable_from?: string | null;
                        /** @description When it ceases to be given; a cut-off that comes earlier counts as well. */
                        bookable_until?: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeTicketType: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read: 412 when something else stands there by now. */
                "If-Match"?: string;
                /** @description `*` for something new. */
                "If-None-Match"?: string;
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description The campaign's public key. */
                interaction: string;
                /** @description The activity's id inside its campaign. */
                activity: string;
                /** @description The ticket type's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    editCatalogue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    edits: {
                        /** @description A line of a data file: a kind, its key and its fields. */
                        line: {
                            [key: string]: unknown;
                        };
                        if_match?: string | null;
                    }[];
                    allow_overbooked?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            before: unknown;
                            after: unknown;
                            etag: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    findContact: {
        parameters: {
            query: {
                /** @description The caller's identifier of the contact. */
                external_id: string;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Contact"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                contact: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactExport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportContactLines: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                contact: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    eraseContact: {
        parameters: {
            query?: {
                /** @description What becomes of live bookings to come; needed where there are any. */
                upcoming?: "cancel" | "keep";
                /** @description Only count. */
                dry_run?: boolean;
            };
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                contact: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many the contact has. */
                        bookings: number;
                        cancelled: number;
                        dry_run: boolean;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    eraseExternalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The caller's identifier of the contact. */
                    external_id: string;
                    /** @description What becomes of live bookings to come; needed where there are any. */
                    upcoming?: "cancel" | "keep";
                    /** @description Only count. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many the contact has. */
                        bookings: number;
                        cancelled: number;
                        dry_run: boolean;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    mergeContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The caller's identifier of the contact. */
                    from: string;
                    /** @description The caller's identifier of the contact. */
                    into: string;
                    /** @description Only count. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The external id that nobody has any more. */
                        from: string;
                        into: string;
                        /** @description How many changed their contact. */
                        bookings: number;
                        dry_run: boolean;
                        /** @description The limits that the other contact exceeds then. */
                        over_limit?: {
                            /** @description The campaign's public key. */
                            interaction: string;
                            /** @description Absent where the campaign limits. */
                            activity?: string;
                            /** @description Absent where the campaign limits. */
                            ticket_type?: string;
                            limit: number;
                            live_tickets: number;
                            facts: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    traceRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The X-Request-Id of its answer. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            request_id: string;
                            /**
                             * Format: date-time
                             * @description When it was answered; for a cancel that was made, when it was made. RFC 3339, UTC in answers.
                             */
                            at: string;
                            /** @description An account, `tenant/environment`. */
                            account: string;
                            client_id: string;
                            endpoint: string;
                            /** @description What was sent, without values of the caller's. */
                            request: unknown;
                            decision: string;
                            changes: unknown[];
                            answer: {
                                status: number;
                                body: unknown;
                            };
                            /** @description Null for a cancel that was made: the booking's history has no duration. */
                            duration_ms: number | null;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description An account, `tenant/environment`. */
                account?: string;
                /** @description Who. */
                actor?: string;
                /** @description What it was done to, as the log writes it. */
                subject?: string;
                /** @description What. */
                action?: string;
                /** @description By which request. */
                request_id?: string;
                /** @description Not before. RFC 3339, UTC in answers. */
                from?: string;
                /** @description Not after. RFC 3339, UTC in answers. */
                to?: string;
                /** @description Items on a page; 100 by default. */
                limit?: number;
                /** @description The next_cursor of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEvent"][];
                        /** @description Send it as cursor for the next page; null on the last one. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listOperators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Operator"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Letters, digits or . _ @ - */
                    name: string;
                    /** @description admin: everything; agent: also book, cancel, move and promote; staff: look up and check in; viewer: only look. */
                    role?: "admin" | "agent" | "staff" | "viewer";
                    /** @description What it may do, one by one, in place of a role. */
                    scopes?: ("read" | "desk" | "book" | "cancel" | "move" | "waitlist" | "slots" | "catalogue" | "import" | "changes" | "people" | "credentials" | "accounts" | "operators" | "records" | "webhooks" | "report")[];
                    /** @description Absent or null: every account there is or will be. */
                    accounts?: string[] | null;
                    /** @description Public keys of the only campaigns; absent or null: every one. */
                    interactions?: string[] | null;
                    /** @description When the key ends by itself. */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedOperator"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    revokeOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The operator's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changeOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The operator's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description admin: everything; agent: also book, cancel, move and promote; staff: look up and check in; viewer: only look. */
                    role?: "admin" | "agent" | "staff" | "viewer";
                    /** @description What it may do, one by one, in place of a role. */
                    scopes?: ("read" | "desk" | "book" | "cancel" | "move" | "waitlist" | "slots" | "catalogue" | "import" | "changes" | "people" | "credentials" | "accounts" | "operators" | "records" | "webhooks" | "report")[];
                    /** @description Null: every account there is or will be. */
                    accounts?: string[] | null;
                    /** @description Public keys of the only campaigns; null: every one. */
                    interactions?: string[] | null;
                    /** @description When the key ends by itself. */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /** @description admin: everything; agent: also book, cancel, move and promote; staff: look up and check in; viewer: only look. */
                        role?: "admin" | "agent" | "staff" | "viewer";
                        /** @description What it may do, one by one, in place of a role. */
                        scopes?: ("read" | "desk" | "book" | "cancel" | "move" | "waitlist" | "slots" | "catalogue" | "import" | "changes" | "people" | "credentials" | "accounts" | "operators" | "records" | "webhooks" | "report")[];
                        /** @description Null: every account there is or will be. */
                        accounts: string[] | null;
                        /** @description Public keys of the campaigns it is limited to; null: every one. */
                        interactions: string[] | null;
                        /** @description When its key ends by itself. */
                        expires_at: string | null;
                        key_prefix: string;
                        /**
                         * Format: date-time
                         * @description When. RFC 3339, UTC in answers.
                         */
                        created_at: string;
                        /** @description To the minute. */
                        last_used_at: string | null;
                        /** @description When its key ended. */
                        revoked_at: string | null;
                        /** @description Those of `interactions` that none of the accounts has: misspelt, or to come. */
                        unknown_interactions?: string[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    whoAmI: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        /** @description admin: everything; agent: also book, cancel, move and promote; staff: look up and check in; viewer: only look. */
                        role?: "admin" | "agent" | "staff" | "viewer";
                        /** @description What it may do, one by one, in place of a role. */
                        scopes?: ("read" | "desk" | "book" | "cancel" | "move" | "waitlist" | "slots" | "catalogue" | "import" | "changes" | "people" | "credentials" | "accounts" | "operators" | "records" | "webhooks" | "report")[];
                        /** @description Null: every account there is or will be. */
                        accounts: string[] | null;
                        /** @description Public keys of the campaigns it is limited to; null: every one. */
                        interactions: string[] | null;
                        /** @description When its key ends by itself. */
                        expires_at: string | null;
                        /** @description The IANA zone that all campaigns of the key share; null where they have several, or there are none. */
                        timezone: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description A lower-case UUID. */
                            session: string;
                            /**
                             * Format: date-time
                             * @description When it began. RFC 3339, UTC in answers.
                             */
                            begun_at: string;
                            /**
                             * Format: date-time
                             * @description When it ends at the latest; two hours without a request end it too. RFC 3339, UTC in answers.
                             */
                            ends_at: string;
                            /** @description Whether this request came in it. */
                            current: boolean;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSessionsOfAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description A lower-case UUID. */
                            session: string;
                            /**
                             * Format: date-time
                             * @description When it began. RFC 3339, UTC in answers.
                             */
                            begun_at: string;
                            /**
                             * Format: date-time
                             * @description When it ends at the latest; two hours without a request end it too. RFC 3339, UTC in answers.
                             */
                            ends_at: string;
                            /** @description Whether this request came in it. */
                            current: boolean;
                            /** @description The name of the operator. */
                            operator: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    endSessions: {
        parameters: {
            query?: {
                /** @description Only this operator's, by name. */
                operator?: string;
            };
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many. */
                        ended: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description A lower-case UUID. */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description A cursor; `start` for the oldest change that is kept. Absent: from now on. */
                after?: string;
                /** @description In place of `after`: the changes just before the one with this cursor, or `end` for the latest. They come at once, and may be fewer than `limit` while there are still earlier ones. */
                before?: string;
                /** @description Changes; 100 by default. */
                limit?: number;
                /** @description Seconds to wait for a change where there is none; 0 by default. */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Oldest first. */
                        changes: {
                            /** @description Send it as `after` to go on behind this change. */
                            cursor: string;
                            /**
                             * Format: date-time
                             * @description When it was recorded. RFC 3339, UTC in answers.
                             */
                            at: string;
                            /** @description booked, waitlisted, promoted, cancelled, ticket-cancelled, checked-in, check-in-undone, moved, imported, attendee-changed, contact-changed, data-changed, contact-erased, contact-merged, offered, offer-ended, reminder-due, capacity-changed, slot-changed, or slot-closed. */
                            change: string;
                            /** @description Who made it, as the booking's history says. */
                            actor: string;
                            /** @description By which request; null for an import and on the command line. */
                            request_id: string | null;
                            /** @description Why, in the words of who made it. */
                            reason?: string;
                            /** @description Of cancelled, ticket-cancelled, moved, promoted and offered: caller, operator, slot-closed, slot-changed, contact-erased, seat-freed, or offer-accepted. */
                            because?: string;
                            /** @description Where a changed slot was: `host` and `starting_at`. */
                            from?: unknown;
                            /**
                             * Format: date-time
                             * @description Of offered: until when seats are kept for the booking. RFC 3339, UTC in answers.
                             */
                            offer_ends_at?: string;
                            /** @description Of reminder-due: how many minutes before the start it is of. */
                            minutes_before?: number;
                            /** @description The booking as it stands now, as a line of a data file. */
                            booking?: unknown;
                            /** @description In place of the booking where a capacity was changed: the slot as it is now. */
                            slot?: unknown;
                        }[];
                        /** @description Send it as `after` next time. */
                        cursor: string;
                        /** @description With `before`: send it as `before` for still earlier ones; null where none is kept. */
                        earlier?: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            /** @description An account, `tenant/environment`. */
                            account: string;
                            url: string;
                            /** @description The types that it posts; empty: all. */
                            events: string[];
                            /** @description Public keys; empty: all. */
                            interactions: string[];
                            state: "active" | "paused" | "ended";
                            /** @description Why it is not active: restored, behind, gone; null where an operator paused it. */
                            reason: string | null;
                            /**
                             * Format: date-time
                             * @description When it was made. RFC 3339, UTC in answers.
                             */
                            created_at: string;
                            /** @description Deliveries that wait to be sent, or sent again. */
                            waiting: number;
                            /** @description Deliveries that have failed and hold back others. */
                            failed: number;
                            /** @description When the oldest change was made that waits. */
                            waiting_since: string | null;
                            /** @description When it ends, where it stays paused: changes are not kept for longer. */
                            ends_at: string | null;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Where to post: https://, without user and password. */
                    url: string;
                    /** @description The types to post, all by default: booking.booked, booking.waitlisted, booking.promoted, booking.offered, booking.offer-ended, booking.reminder-due, booking.cancelled, booking.ticket-cancelled, booking.checked-in, booking.check-in-undone, booking.moved, booking.imported, booking.contact-erased, booking.contact-merged, booking.attendee-changed, booking.contact-changed, booking.data-changed, slot.capacity-changed, slot.slot-changed, slot.slot-closed. */
                    events?: string[];
                    /** @description The campaigns, all by default. */
                    interactions?: string[];
                    /** @description A cursor of the feed; `start` for the oldest change that is kept. */
                    after?: string;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        url: string;
                        /** @description The types that it posts; empty: all. */
                        events: string[];
                        /** @description Public keys; empty: all. */
                        interactions: string[];
                        state: "active" | "paused" | "ended";
                        /** @description Why it is not active: restored, behind, gone; null where an operator paused it. */
                        reason: string | null;
                        /**
                         * Format: date-time
                         * @description When it was made. RFC 3339, UTC in answers.
                         */
                        created_at: string;
                        /** @description Deliveries that wait to be sent, or sent again. */
                        waiting: number;
                        /** @description Deliveries that have failed and hold back others. */
                        failed: number;
                        /** @description When the oldest change was made that waits. */
                        waiting_since: string | null;
                        /** @description When it ends, where it stays paused: changes are not kept for longer. */
                        ends_at: string | null;
                        /** @description Signs what is posted. Shown here once and never again. */
                        secret: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        url: string;
                        /** @description The types that it posts; empty: all. */
                        events: string[];
                        /** @description Public keys; empty: all. */
                        interactions: string[];
                        state: "active" | "paused" | "ended";
                        /** @description Why it is not active: restored, behind, gone; null where an operator paused it. */
                        reason: string | null;
                        /**
                         * Format: date-time
                         * @description When it was made. RFC 3339, UTC in answers.
                         */
                        created_at: string;
                        /** @description Deliveries that wait to be sent, or sent again. */
                        waiting: number;
                        /** @description Deliveries that have failed and hold back others. */
                        failed: number;
                        /** @description When the oldest change was made that waits. */
                        waiting_since: string | null;
                        /** @description When it ends, where it stays paused: changes are not kept for longer. */
                        ends_at: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        url: string;
                        /** @description The types that it posts; empty: all. */
                        events: string[];
                        /** @description Public keys; empty: all. */
                        interactions: string[];
                        state: "active" | "paused" | "ended";
                        /** @description Why it is not active: restored, behind, gone; null where an operator paused it. */
                        reason: string | null;
                        /**
                         * Format: date-time
                         * @description When it was made. RFC 3339, UTC in answers.
                         */
                        created_at: string;
                        /** @description Deliveries that wait to be sent, or sent again. */
                        waiting: number;
                        /** @description Deliveries that have failed and hold back others. */
                        failed: number;
                        /** @description When the oldest change was made that waits. */
                        waiting_since: string | null;
                        /** @description When it ends, where it stays paused: changes are not kept for longer. */
                        ends_at: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    pauseWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        url: string;
                        /** @description The types that it posts; empty: all. */
                        events: string[];
                        /** @description Public keys; empty: all. */
                        interactions: string[];
                        state: "active" | "paused" | "ended";
                        /** @description Why it is not active: restored, behind, gone; null where an operator paused it. */
                        reason: string | null;
                        /**
                         * Format: date-time
                         * @description When it was made. RFC 3339, UTC in answers.
                         */
                        created_at: string;
                        /** @description Deliveries that wait to be sent, or sent again. */
                        waiting: number;
                        /** @description Deliveries that have failed and hold back others. */
                        failed: number;
                        /** @description When the oldest change was made that waits. */
                        waiting_since: string | null;
                        /** @description When it ends, where it stays paused: changes are not kept for longer. */
                        ends_at: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    resumeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        url: string;
                        /** @description The types that it posts; empty: all. */
                        events: string[];
                        /** @description Public keys; empty: all. */
                        interactions: string[];
                        state: "active" | "paused" | "ended";
                        /** @description Why it is not active: restored, behind, gone; null where an operator paused it. */
                        reason: string | null;
                        /**
                         * Format: date-time
                         * @description When it was made. RFC 3339, UTC in answers.
                         */
                        created_at: string;
                        /** @description Deliveries that wait to be sent, or sent again. */
                        waiting: number;
                        /** @description Deliveries that have failed and hold back others. */
                        failed: number;
                        /** @description When the oldest change was made that waits. */
                        waiting_since: string | null;
                        /** @description When it ends, where it stays paused: changes are not kept for longer. */
                        ends_at: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A day by default. */
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            201: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        url: string;
                        /** @description The types that it posts; empty: all. */
                        events: string[];
                        /** @description Public keys; empty: all. */
                        interactions: string[];
                        state: "active" | "paused" | "ended";
                        /** @description Why it is not active: restored, behind, gone; null where an operator paused it. */
                        reason: string | null;
                        /**
                         * Format: date-time
                         * @description When it was made. RFC 3339, UTC in answers.
                         */
                        created_at: string;
                        /** @description Deliveries that wait to be sent, or sent again. */
                        waiting: number;
                        /** @description Deliveries that have failed and hold back others. */
                        failed: number;
                        /** @description When the oldest change was made that waits. */
                        waiting_since: string | null;
                        /** @description When it ends, where it stays paused: changes are not kept for longer. */
                        ends_at: string | null;
                        /** @description Signs what is posted. Shown here once and never again. */
                        secret: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    findAccountOfWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A lower-case UUID. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: string[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        url: string;
                        /** @description The types that it posts; empty: all. */
                        events: string[];
                        /** @description Public keys; empty: all. */
                        interactions: string[];
                        state: "active" | "paused" | "ended";
                        /** @description Why it is not active: restored, behind, gone; null where an operator paused it. */
                        reason: string | null;
                        /**
                         * Format: date-time
                         * @description When it was made. RFC 3339, UTC in answers.
                         */
                        created_at: string;
                        /** @description Deliveries that wait to be sent, or sent again. */
                        waiting: number;
                        /** @description Deliveries that have failed and hold back others. */
                        failed: number;
                        /** @description When the oldest change was made that waits. */
                        waiting_since: string | null;
                        /** @description When it ends, where it stays paused: changes are not kept for longer. */
                        ends_at: string | null;
                        /** @description The id of the delivery. */
                        delivery: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only those that have failed and hold back others. */
                failed?: boolean;
                /** @description 100 by default. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description The `webhook-id`. */
                            id: string;
                            type: string;
                            state: "delivered" | "waiting" | "failed";
                            /** @description Oldest first. */
                            attempts: {
                                /**
                                 * Format: date-time
                                 * @description When it was sent. RFC 3339, UTC in answers.
                                 */
                                at: string;
                                /** @description Of the answer; null where none came. */
                                status: number | null;
                                /** @description How long it took. */
                                ms: number;
                                /** @description Why no answer came. */
                                error: string | null;
                                /** @description The beginning of the answer; removed when its contact is erased. */
                                answer: string | null;
                            }[];
                            /** @description When it is tried next. */
                            next_at: string | null;
                            /** @description When somebody gave it up. */
                            given_up_at: string | null;
                            /** @description The beginning of the body, as it would be sent now. */
                            request: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The delivery's id. */
                    delivery?: string;
                    /** @description A cursor of the feed. */
                    after?: string;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        url: string;
                        /** @description The types that it posts; empty: all. */
                        events: string[];
                        /** @description Public keys; empty: all. */
                        interactions: string[];
                        state: "active" | "paused" | "ended";
                        /** @description Why it is not active: restored, behind, gone; null where an operator paused it. */
                        reason: string | null;
                        /**
                         * Format: date-time
                         * @description When it was made. RFC 3339, UTC in answers.
                         */
                        created_at: string;
                        /** @description Deliveries that wait to be sent, or sent again. */
                        waiting: number;
                        /** @description Deliveries that have failed and hold back others. */
                        failed: number;
                        /** @description When the oldest change was made that waits. */
                        waiting_since: string | null;
                        /** @description When it ends, where it stays paused: changes are not kept for longer. */
                        ends_at: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    giveUpWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The delivery's id. */
                    delivery: string;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description An account, `tenant/environment`. */
                        account: string;
                        url: string;
                        /** @description The types that it posts; empty: all. */
                        events: string[];
                        /** @description Public keys; empty: all. */
                        interactions: string[];
                        state: "active" | "paused" | "ended";
                        /** @description Why it is not active: restored, behind, gone; null where an operator paused it. */
                        reason: string | null;
                        /**
                         * Format: date-time
                         * @description When it was made. RFC 3339, UTC in answers.
                         */
                        created_at: string;
                        /** @description Deliveries that wait to be sent, or sent again. */
                        waiting: number;
                        /** @description Deliveries that have failed and hold back others. */
                        failed: number;
                        /** @description When the oldest change was made that waits. */
                        waiting_since: string | null;
                        /** @description When it ends, where it stays paused: changes are not kept for longer. */
                        ends_at: string | null;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showImportTemplate: {
        parameters: {
            query?: {
                /** @description What stands between cells; comma, where it is left out. A spreadsheet opens a file by the sign of its country. */
                delimiter?: "comma" | "semicolon" | "tab";
            };
            header?: never;
            path: {
                /** @description format */
                format: "csv" | "ndjson";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        format: string;
                        /** @description The file. */
                        text: string;
                        columns: {
                            /** @description The kind of line that has it. */
                            kind: string;
                            name: string;
                            required: boolean;
                            /** @description What a value must be. */
                            expected: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listImports: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ImportJob"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    startImport: {
        parameters: {
            query?: {
                /** @description Change nothing. */
                dry_run?: boolean;
                /** @description Import the good lines; `skipped` names the others. */
                skip_bad?: boolean;
                /** @description Known bookings become what the file says where it is newer. */
                update?: boolean;
                /** @description The file wins also where it is older; implies `update`. */
                overwrite?: boolean;
                /** @description Slots beyond their capacity; that is recorded. */
                allow_overbooked?: boolean;
                /** @description Of a spreadsheet: the order of day, month and year in dates that do not show it, such as `5/01/2031`. */
                dates?: "dmy" | "mdy" | "ymd";
                /** @description The same for every campaign's line that says nothing of it. */
                zone_change?: "keep_instants" | "keep_wall_clock";
                /** @description The file's name, for whoever looks at the imports; its folder is left out. A file name may name a person: an erasure of that contact removes it. */
                file_name?: string;
                /** @description The job's id, of the sender's choice: who had no answer finds the job by it, and a file that is sent again under the id of a job is not imported again. */
                import?: string;
            };
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            202: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportJob"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    startCsvImport: {
        parameters: {
            query?: {
                /** @description Change nothing. */
                dry_run?: boolean;
                /** @description Import the good lines; `skipped` names the others. */
                skip_bad?: boolean;
                /** @description Known bookings become what the file says where it is newer. */
                update?: boolean;
                /** @description The file wins also where it is older; implies `update`. */
                overwrite?: boolean;
                /** @description Slots beyond their capacity; that is recorded. */
                allow_overbooked?: boolean;
                /** @description Of a spreadsheet: the order of day, month and year in dates that do not show it, such as `5/01/2031`. */
                dates?: "dmy" | "mdy" | "ymd";
                /** @description The same for every campaign's line that says nothing of it. */
                zone_change?: "keep_instants" | "keep_wall_clock";
                /** @description The file's name, for whoever looks at the imports; its folder is left out. A file name may name a person: an erasure of that contact removes it. */
                file_name?: string;
                /** @description The job's id, of the sender's choice: who had no answer finds the job by it, and a file that is sent again under the id of a job is not imported again. */
                import?: string;
                /** @description Makes the slots that rows name and the campaign lacks. */
                add_slots?: boolean;
                /** @description With `add_slots`: the seats of each new slot; without it, as many as the file's bookings take. */
                capacity?: number;
            };
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            202: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportJob"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    previewSpreadsheet: {
        parameters: {
            query?: {
                /** @description The campaign's public key. */
                interaction?: string;
                /** @description The body is the beginning of a file, which may cut a row. */
                part?: boolean;
                /** @description Of a spreadsheet: the order of day, month and year in dates that do not show it, such as `5/01/2031`. */
                dates?: "dmy" | "mdy" | "ymd";
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the columns have the names of a booking line's fields: then no mapping is needed. */
                        names_are_fields: boolean;
                        columns: {
                            name: string;
                            /** @description Its first different values. */
                            examples: string[];
                            /** @description Its different values with guesses; null where there are more than 50. */
                            values: {
                                text: string;
                                /** @description By field: what the value would stand for, with others of its row. */
                                stands_for: {
                                    [key: string]: {
                                        [key: string]: string;
                                    };
                                };
                            }[] | null;
                        }[];
                        /** @description A mapping to start from; an empty text in `fixed` is one to be filled in. */
                        guess: {
                            columns: {
                                [key: string]: ("booking" | "external_id" | "interaction" | "activity" | "host" | "slot_starting_at" | "slot_date" | "slot_time" | "ticket_type" | "booking_status" | "booked_at" | "booked_date" | "booked_time" | "cancelled_at" | "checked_in_at" | "changed_at" | "tickets" | "attendees" | "first_name" | "last_name" | "reference" | "data") | {
                                    field: "booking" | "external_id" | "interaction" | "activity" | "host" | "slot_starting_at" | "slot_date" | "slot_time" | "ticket_type" | "booking_status" | "booked_at" | "booked_date" | "booked_time" | "cancelled_at" | "checked_in_at" | "changed_at" | "tickets" | "attendees" | "first_name" | "last_name" | "reference" | "data";
                                    values: {
                                        [key: string]: string | {
                                            [key: string]: string;
                                        };
                                    };
                                } | null;
                            };
                            /** @description Texts by field. */
                            fixed: {
                                [key: string]: string;
                            };
                        };
                        /** @description What is wrong with the columns. */
                        faults: {
                            field: string | null;
                            expected: string;
                        }[];
                        /** @description The first 10 rows as bookings. */
                        rows: {
                            line: number;
                            booking?: {
                                booking: string;
                                reference?: string;
                                external_id: string;
                                interaction: string;
                                activity: string;
                                host?: string;
                                /**
                                 * Format: date-time
                                 * @description When the slot starts. RFC 3339, UTC in answers.
                                 */
                                slot_starting_at: string;
                                ticket_type: string;
                                booking_status: string;
                                /**
                                 * Format: date-time
                                 * @description When it took its status. RFC 3339, UTC in answers.
                                 */
                                booked_at: string;
                                tickets: number;
                                /** @description How many tickets are checked in. */
                                checked_in: number;
                                /** @description The names of its tickets' attendees. */
                                attendees: string[];
                            };
                            faults: {
                                field: string | null;
                                expected: string;
                            }[];
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                import: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportJob"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    downloadSkippedLines: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
                /** @description A lower-case UUID. */
                import: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    exportData: {
        parameters: {
            query?: {
                /** @description Ends the file with a comment: `#` and a JSON object with `lines`, with `overbooked_slots`, which are imported with `allow_overbooked` only, and with the `cursor` after which changes are not in the file, or null on a standby. */
                summary?: boolean;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    verifyData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checked: {
                            accounts: {
                                /** @description An account, `tenant/environment`. */
                                account: string;
                                slots: number;
                                bookings: number;
                                tickets: number;
                                events: number;
                            }[];
                            /** @description The names of the laws. */
                            laws: string[];
                        };
                        /** @description The first ones of each law. */
                        breaches: {
                            law: string;
                            account: string | null;
                            /** @description A lower-case UUID. */
                            booking?: string;
                            /** @description Which slot, by its names and its start. */
                            slot?: {
                                interaction: string;
                                activity: string;
                                host?: string;
                                starting_at: string;
                            };
                            message: string;
                        }[];
                        /** @description Seats whose time has passed while no server ran: no breach. */
                        left?: {
                            /** @description An account, `tenant/environment`. */
                            account: string;
                            /** @description Which slot, by its names and its start. */
                            slot: {
                                interaction: string;
                                activity: string;
                                host?: string;
                                starting_at: string;
                            };
                            message: string;
                        }[];
                        /** @description Accounts that had a catalogue and have none, as in a copy without an account's rows: no breach. */
                        emptied?: string[];
                        /** @description Laws of which there are more breaches. */
                        cut?: unknown[];
                        /** @description Why PostgreSQL's own check was not run. */
                        engine_not_checked?: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    verifyInstallation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checked: {
                            accounts: {
                                /** @description An account, `tenant/environment`. */
                                account: string;
                                slots: number;
                                bookings: number;
                                tickets: number;
                                events: number;
                            }[];
                            /** @description The names of the laws. */
                            laws: string[];
                        };
                        /** @description The first ones of each law. */
                        breaches: {
                            law: string;
                            account: string | null;
                            /** @description A lower-case UUID. */
                            booking?: string;
                            /** @description Which slot, by its names and its start. */
                            slot?: {
                                interaction: string;
                                activity: string;
                                host?: string;
                                starting_at: string;
                            };
                            message: string;
                        }[];
                        /** @description Seats whose time has passed while no server ran: no breach. */
                        left?: {
                            /** @description An account, `tenant/environment`. */
                            account: string;
                            /** @description Which slot, by its names and its start. */
                            slot: {
                                interaction: string;
                                activity: string;
                                host?: string;
                                starting_at: string;
                            };
                            message: string;
                        }[];
                        /** @description Accounts that had a catalogue and have none, as in a copy without an account's rows: no breach. */
                        emptied?: string[];
                        /** @description Laws of which there are more breaches. */
                        cut?: unknown[];
                        /** @description Why PostgreSQL's own check was not run. */
                        engine_not_checked?: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showReport: {
        parameters: {
            query?: {
                /** @description The campaign's public key. */
                interaction?: string;
                /** @description Earliest start of the slot, included. RFC 3339, UTC in answers. */
                from?: string;
                /** @description Latest start of the slot, included. RFC 3339, UTC in answers. */
                to?: string;
                /** @description What a row is about; day, where it is left out. */
                by?: "day" | "slot" | "activity" | "host" | "ticket_type";
                /** @description Also the seats taken, and the cancelled bookings by who cancelled them, how long before the slot, and why. Reasons are free text, which a key sees with the scope read. */
                details?: boolean;
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        by: "day" | "slot" | "activity" | "host" | "ticket_type";
                        /** @description In the order of their names; slots by start. */
                        rows: {
                            /** @description The date in the campaign's time zone. */
                            day?: string;
                            /** @description The campaign's public key. */
                            interaction?: string;
                            activity?: string;
                            /** @description Absent without a choice of hosts. */
                            host?: string;
                            /**
                             * Format: date-time
                             * @description Start of the slot. RFC 3339, UTC in answers.
                             */
                            slot?: string;
                            ticket_type?: string;
                            /** @description Bookings that are CONFIRMED. */
                            confirmed: number;
                            /** @description Bookings on a waitlist. */
                            waiting: number;
                            /** @description Bookings that are CANCELLED. */
                            cancelled: number;
                            /** @description Bookings that have left a waitlist, whatever became of them. */
                            promoted: number;
                            /** @description Live tickets of CONFIRMED bookings. */
                            tickets: number;
                            /** @description How many of these tickets have checked in. */
                            checked_in: number;
                            /** @description How many have not, in slots that have started. */
                            no_shows: number;
                            /** @description Seats of the slots; null in rows by ticket_type, which share them. */
                            capacity: number | null;
                            /** @description Seats that CONFIRMED bookings take; null in rows by ticket_type. */
                            taken?: number | null;
                            /** @description Per cent of the capacity that is taken; null without a capacity. */
                            occupancy?: number | null;
                            /** @description Cancelled over the interface. */
                            cancelled_by_caller?: number;
                            /** @description Cancelled by an operator, on the command line or with the slot. */
                            cancelled_by_operator?: number;
                            /** @description Cancelled elsewhere; a data file said so. */
                            cancelled_by_import?: number;
                            /** @description Cancelled when the slot had started. */
                            cancelled_after_start?: number;
                            /** @description Cancelled up to 24 hours before the start. */
                            cancelled_within_day?: number;
                            /** @description Cancelled more than 24 hours and up to seven days before it. */
                            cancelled_within_week?: number;
                            /** @description Cancelled more than seven days before it. */
                            cancelled_earlier?: number;
                        }[];
                        total: {
                            /** @description Bookings that are CONFIRMED. */
                            confirmed: number;
                            /** @description Bookings on a waitlist. */
                            waiting: number;
                            /** @description Bookings that are CANCELLED. */
                            cancelled: number;
                            /** @description Bookings that have left a waitlist, whatever became of them. */
                            promoted: number;
                            /** @description Live tickets of CONFIRMED bookings. */
                            tickets: number;
                            /** @description How many of these tickets have checked in. */
                            checked_in: number;
                            /** @description How many have not, in slots that have started. */
                            no_shows: number;
                            /** @description Seats of the slots; null in rows by ticket_type, which share them. */
                            capacity: number | null;
                            /** @description Seats that CONFIRMED bookings take; null in rows by ticket_type. */
                            taken?: number | null;
                            /** @description Per cent of the capacity that is taken; null without a capacity. */
                            occupancy?: number | null;
                            /** @description Cancelled over the interface. */
                            cancelled_by_caller?: number;
                            /** @description Cancelled by an operator, on the command line or with the slot. */
                            cancelled_by_operator?: number;
                            /** @description Cancelled elsewhere; a data file said so. */
                            cancelled_by_import?: number;
                            /** @description Cancelled when the slot had started. */
                            cancelled_after_start?: number;
                            /** @description Cancelled up to 24 hours before the start. */
                            cancelled_within_day?: number;
                            /** @description Cancelled more than 24 hours and up to seven days before it. */
                            cancelled_within_week?: number;
                            /** @description Cancelled more than seven days before it. */
                            cancelled_earlier?: number;
                        };
                        /** @description Reasons of cancelled bookings, the most frequent first. */
                        reasons?: {
                            /** @description Null for all reasons that are not named here. */
                            reason: string | null;
                            bookings: number;
                        }[];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    downloadReport: {
        parameters: {
            query?: {
                /** @description The campaign's public key. */
                interaction?: string;
                /** @description Earliest start of the slot, included. RFC 3339, UTC in answers. */
                from?: string;
                /** @description Latest start of the slot, included. RFC 3339, UTC in answers. */
                to?: string;
                /** @description What a row is about; day, where it is left out. */
                by?: "day" | "slot" | "activity" | "host" | "ticket_type";
                /** @description Also the seats taken, and the cancelled bookings by who cancelled them, how long before the slot, and why. Reasons are free text, which a key sees with the scope read. */
                details?: boolean;
                /** @description What stands between cells; comma, where it is left out. A spreadsheet opens a file by the sign of its country. */
                delimiter?: "comma" | "semicolon" | "tab";
            };
            header?: never;
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changeSlotLengths: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to repeat: for 24 hours the same request of the same operator under the same key is done once, and gets the first answer again. Another request under the key is 422. Visible ASCII characters, a new random key for each request. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The tenant's name. */
                tenant: string;
                /** @description development, uat or production. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The campaign's public key. */
                    interaction: string;
                    /** @description The activity's id inside its campaign. */
                    activity: string;
                    /** @description The host's id, where the activity offers a choice of hosts. */
                    host?: string;
                    /** @description How long a slot lasts, in minutes; null for no set length. */
                    slot_duration_in_minutes: number | null;
                    /** @description A day in the campaign's time zone, 2030-05-01, or an RFC 3339 time. */
                    also_slots_from?: string;
                    /** @description Only tell what would change. */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How long a slot lasts, in minutes; null for no set length. */
                        slot_duration_in_minutes_before: number | null;
                        /** @description How long a slot lasts, in minutes; null for no set length. */
                        slot_duration_in_minutes: number | null;
                        /** @description Existing slots that last as long now, and lasted otherwise. */
                        slots: {
                            /**
                             * Format: date-time
                             * @description When it starts. RFC 3339, UTC in answers.
                             */
                            starting_at: string;
                            /** @description How long a slot lasts, in minutes; null for no set length. */
                            slot_duration_in_minutes_before: number | null;
                        }[];
                        /** @description A warning: the first time at which a host has two slots, one of them new or changed, in whatever activity and campaign hosts of the same id have them; null: none. Hosts that are no person say `overlaps`. */
                        overlap: {
                            host: string;
                            display_name: string;
                            /** @description Both, the one that starts first before the other. */
                            slots: {
                                interaction: string;
                                activity: string;
                                /**
                                 * Format: date-time
                                 * @description When it starts. RFC 3339, UTC in answers.
                                 */
                                starting_at: string;
                                /** @description The campaign's zone, an IANA name. */
                                timezone: string;
                                /** @description How long a slot lasts, in minutes; null for no set length. */
                                slot_duration_in_minutes: number | null;
                            }[];
                            /** @description How many further slots begin while another of their host lasts. */
                            more: number;
                        } | null;
                        dry_run: boolean;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    showOverview: {
        parameters: {
            query?: {
                /** @description 5m in steps of 2 seconds, 1h of 10 seconds (the default), 24h of 5 minutes. */
                window?: "5m" | "1h" | "24h";
                /** @description An account, `tenant/environment`. */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; this is what there is now. */
            200: {
                headers: {
                    /** @description Identifies the request. */
                    "X-Request-Id"?: string;
                    /** @description Where it can be changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
}

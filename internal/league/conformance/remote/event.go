package remote

import (
	"context"
	"fmt"

	"referto/internal/apiclient"
	"referto/openapi"
)

// event is an event that the people of a driver hold.
type event struct {
	*Driver
	path string
	id   openapi.EventID
}

// hold drafts an event and names its referees, who accept.
//
// A server sends only so many mails for one network, and each event's referees are invited by mail. So every
// event is held from a network of its own, which works if the server trusts this machine as a proxy.
func (d *Driver) hold(ctx context.Context, e openapi.NewEvent) (event, error) {
	number := d.events.Add(1)
	network := apiclient.ForwardedFor(fmt.Sprintf("10.%d.%d.1", number>>8&0xff, number&0xff))
	var drafted openapi.Event
	if err := d.manager.Post(ctx, d.tenant+"/events", e, &drafted); err != nil {
		return event{}, err
	}
	held := event{Driver: d, path: d.tenant + "/events/" + drafted.Id.String(), id: drafted.Id}
	for _, named := range []struct {
		role   openapi.StaffRole
		client *apiclient.Client
	}{{openapi.StaffRoleFirstReferee, d.firstReferee}, {openapi.StaffRoleReferee, d.referee}} {
		staff := openapi.NewStaff{Name: "Conformance " + string(named.role), Role: named.role, Email: d.address(string(named.role))}
		if err := d.manager.Post(ctx, held.path+"/staff", staff, nil, network); err != nil {
			return event{}, err
		}
		if err := accept(ctx, named.client, drafted.Id); err != nil {
			return event{}, err
		}
	}
	return held, nil
}

// accept takes up the role over an event.
func accept(ctx context.Context, who *apiclient.Client, id openapi.EventID) error {
	var offered openapi.MyInvitations
	if err := who.Get(ctx, "/me/invitations", &offered); err != nil {
		return err
	}
	for _, invitation := range offered.Items {
		if invitation.Scope.Id == id.UUID {
			return who.Post(ctx, "/me/invitations/"+invitation.Id.String()+"/acceptance", nil, nil)
		}
	}
	return fmt.Errorf("no role over event %s is offered", id)
}

// manage and direct post as the manager and as the first referee; ask reads as the first referee.
func (e event) manage(ctx context.Context, path string, body, out any) error {
	return e.manager.Post(ctx, e.path+path, body, out)
}

func (e event) direct(ctx context.Context, path string, body, out any) error {
	return e.firstReferee.Post(ctx, e.path+path, body, out)
}

func (e event) ask(ctx context.Context, path string, out any) error {
	return e.firstReferee.Get(ctx, e.path+path, out)
}

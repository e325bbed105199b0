"""A browser to which a test passes pushes on.

Headless Chromium reaches no push service, so it cannot subscribe to one. Here that of a test stands
in: it decrypts what the site sends, and the DevTools protocol hands it to the worker, as Chromium
does with what its own service has sent.
"""

import json
from typing import Any

from playwright.sync_api import Worker

from tests.e2e.conftest import Visitor
from tests.post.pushing import PushService

SUBSCRIBES = """
    const subscription = {...%s, toJSON: () => subscription, unsubscribe: async () => true};
    const subscribed = () => localStorage.getItem("subscribed") ? subscription : null;
    PushManager.prototype.getSubscription = async () => subscribed();
    PushManager.prototype.subscribe = async ({applicationServerKey: key}) => {
        const site = await navigator.serviceWorker.getRegistration();
        if (!site.active) throw new Error("Subscription failed - no active Service Worker");
        if (!/^[\\w-]{87}$/.test(key)) throw new Error(key);
        localStorage.setItem("subscribed", "yes");
        return subscription;
    };
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => {
        localStorage.setItem("asked", 1 + Number(localStorage.getItem("asked")));
        return ask();
    };
"""
"""Subscribes to the service of a test, and counts the questions that the browser asks."""

SHOWN = """async least => {
    const site = await navigator.serviceWorker.ready;
    let shown = [];
    for (let tries = 0; tries < 200 && shown.length < least; tries++) {
        await new Promise(done => setTimeout(done, 50));
        shown = await site.getNotifications();
    }
    return shown.map(each => ({
        title: each.title, body: each.body, tag: each.tag, lang: each.lang, icon: each.icon,
        actions: each.actions.map(one => one.title),
    }));
}"""

NOTES_WHAT_IT_DOES = """() => {
    self.opened = [];
    self.clients.openWindow = async address => void self.opened.push(address);
    self.navigator.setAppBadge = async number => void (self.badge = number);
}"""
"""Only a person's own click lets a worker open a window."""

CLICK = """async label => {
    const [notification] = await self.registration.getNotifications();
    const action = notification.actions.find(each => each.title === label)?.action ?? "";
    self.opened.length = 0;
    self.dispatchEvent(new NotificationEvent("notificationclick", {notification, action}));
    for (let tries = 0; tries < 200 && !self.opened.length; tries++) {
        await new Promise(done => setTimeout(done, 50));
        if (label && (await self.registration.getNotifications()).length) break;
    }
    return self.opened;
}"""


CAN_INSTALL = """() => {
    const event = new Event("beforeinstallprompt", {cancelable: true});
    event.prompt = async () => void (window.installed = (window.installed ?? 0) + 1);
    window.dispatchEvent(event);
}"""
"""What Chromium tells a site that can be installed, which a headless one does not."""


class Phone:
    """A visitor's browser, which gets the pushes that the site sends to its device."""

    def __init__(self, visitor: Visitor, service: PushService) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.service, self.device = service, service.device()
        self.passed_on = 0
        self._registrations: list[dict[str, Any]] = []
        context = self.page.context
        context.grant_permissions(["notifications"], origin=visitor.address)
        subscription = {"endpoint": self.device.endpoint, "keys": self.device.keys}
        self.page.add_init_script(f"{{{SUBSCRIBES % json.dumps(subscription)}}}")
        self.tools = context.new_cdp_session(self.page)
        self.tools.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self.tools.send("ServiceWorker.enable")

    def _note(self, event: dict[str, Any]) -> None:
        self._registrations += event["registrations"]

    @property
    def worker(self) -> Worker:
        """The newest worker."""
        return self.page.context.service_workers[-1]

    @property
    def questions(self) -> int:
        """How often the browser has asked whether it may show notifications."""
        return int(self.page.evaluate("localStorage.getItem('asked')") or 0)

    def take(self) -> None:
        """Pass on what the service has got."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.worker.evaluate(NOTES_WHAT_IT_DOES)
        for push in self.service.got[self.passed_on :]:
            self.push(json.dumps(push.message))
            self.passed_on += 1

    def push(self, data: str) -> None:
        """Pass on any message."""
        told = {
            "origin": self.visitor.address,
            "registrationId": self._registrations[-1]["registrationId"],
            "data": data,
        }
        self.tools.send("ServiceWorker.deliverPushMessage", told)

    def shown(self, least: int = 1) -> list[dict[str, Any]]:
        """The notifications that the phone shows, once there are that many."""
        return self.page.evaluate(SHOWN, least)

    def click(self, label: str = "") -> list[str]:
        """Click on the oldest notification or one of its buttons; return what that opened."""
        return self.worker.evaluate(CLICK, label)
